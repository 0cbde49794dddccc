//! The keys of the allocator settings: since when, and what kind of value each takes.

use crate::Version;

/// First release whose every part reads the settings without looking at separators.
pub(super) const UNCHECKED: Version = Version::new(2, 10, 0);
/// First release with a generic part.
pub(super) const GENERIC: Version = Version::new(2, 9, 0);
/// First release that lets the size of large segments be chosen.
pub(super) const LARGE_SEGMENTS: Version = Version::new(2, 11, 0);
/// Of a key that is older than the oldest release described: it counts as always known.
const OLDEST: Version = Version::new(0, 0, 0);

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `True` or `False`.
    Boolean,
    /// MiB, not below the size of a large segment.
    SplitSize,
    /// MiB, above 10.
    SegmentSize,
    /// MiB, above 0.
    PositiveSize,
    /// MiB, any.
    Size,
    /// Between 0 and 1, both excluded.
    Threshold,
    /// Between 0 and 1, both included.
    Fraction,
    /// A power of two up to 128.
    Threads,
    /// A power of two, or a list `[size:divisions,…,>:divisions]`.
    Divisions,
    /// `native` or `cudaMallocAsync`.
    Backend,
    /// A fraction of the GPU's memory, or GiB with `G`.
    Reserve,
    /// A list `[class:reserve,…]`.
    ReserveByClass,
}

/// Which part of the library reads a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The part that all accelerators share.
    Generic,
    /// The CUDA allocator.
    Cuda,
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// As written.
    pub(super) name: &'static str,
    /// First release that reads it.
    pub(super) since: Version,
    /// Its value.
    pub(super) kind: Kind,
    /// Its reader from 2.10 on.
    pub(super) part: Part,
}

const fn key(name: &'static str, since: Version, kind: Kind, part: Part) -> Key {
    Key {
        name,
        since,
        kind,
        part,
    }
}

const fn torch(minor: u32) -> Version {
    Version::new(2, minor, 0)
}

/// Every key that some release reads.
#[rustfmt::skip]
pub(super) const KEYS: &[Key] = &[
    key("max_split_size_mb", OLDEST, Kind::SplitSize, Part::Generic),
    key("max_non_split_rounding_mb", OLDEST, Kind::SplitSize, Part::Generic),
    key("garbage_collection_threshold", OLDEST, Kind::Threshold, Part::Generic),
    key("roundup_power2_divisions", OLDEST, Kind::Divisions, Part::Generic),
    key("expandable_segments", torch(1), Kind::Boolean, Part::Generic),
    key("pinned_use_background_threads", OLDEST, Kind::Boolean, Part::Generic),
    key("large_segment_size_mb", LARGE_SEGMENTS, Kind::SegmentSize, Part::Generic),
    key("pinned_max_round_threshold_mb", torch(13), Kind::Size, Part::Generic),
    key("pinned_max_cached_size_mb", torch(13), Kind::Size, Part::Generic),
    key("backend", OLDEST, Kind::Backend, Part::Cuda),
    key("release_lock_on_cudamalloc", OLDEST, Kind::Boolean, Part::Cuda),
    key("release_lock_on_hipmalloc", OLDEST, Kind::Boolean, Part::Cuda),
    key("pinned_use_cuda_host_register", OLDEST, Kind::Boolean, Part::Cuda),
    key("pinned_use_hip_host_register", OLDEST, Kind::Boolean, Part::Cuda),
    key("pinned_num_register_threads", OLDEST, Kind::Threads, Part::Cuda),
    key("graph_capture_record_stream_reuse", GENERIC, Kind::Boolean, Part::Cuda),
    key("pinned_reserve_segment_size_mb", torch(10), Kind::PositiveSize, Part::Cuda),
    key("per_process_memory_fraction", torch(10), Kind::Fraction, Part::Cuda),
    key("pinned_free_catch_all", torch(12), Kind::Boolean, Part::Cuda),
    key("throw_on_cudamalloc_oom", torch(12), Kind::Boolean, Part::Cuda),
    key("expandable_segments_reserve", torch(15), Kind::Reserve, Part::Cuda),
    key("expandable_segments_reserve_by_class", torch(15), Kind::ReserveByClass, Part::Cuda),
];

/// The key of that name, whatever release reads it.
pub(super) fn known(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The key of that name, if `torch` reads it.
pub(super) fn in_release(name: &str, torch: Version) -> Option<&'static Key> {
    known(name).filter(|key| key.since <= torch)
}
