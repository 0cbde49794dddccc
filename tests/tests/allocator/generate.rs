//! Makes allocator settings: sound ones, slips that people make, and junk, the same for a seed.

/// Keys, known and nearly known.
const KEYS: &[&str] = &[
    "max_split_size_mb",
    "max_non_split_rounding_mb",
    "garbage_collection_threshold",
    "roundup_power2_divisions",
    "expandable_segments",
    "pinned_use_background_threads",
    "large_segment_size_mb",
    "pinned_max_round_threshold_mb",
    "pinned_max_cached_size_mb",
    "backend",
    "release_lock_on_cudamalloc",
    "release_lock_on_hipmalloc",
    "pinned_use_cuda_host_register",
    "pinned_use_hip_host_register",
    "pinned_num_register_threads",
    "graph_capture_record_stream_reuse",
    "pinned_reserve_segment_size_mb",
    "per_process_memory_fraction",
    "pinned_free_catch_all",
    "throw_on_cudamalloc_oom",
    "expandable_segments_reserve",
    "expandable_segments_reserve_by_class",
];
const NEAR: &[&str] = &[
    "max_split_size",
    "max_split_size_MB",
    "Max_split_size_mb",
    "expandable-segments",
    "expandable_segment",
    "gc_threshold",
    "reserve_percentage",
    "foo",
    "segment_size_mb",
    "expandable_segments_handle_type",
    "roundup_power2_division",
    "'max_split_size_mb'",
    "",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "10",
    "11",
    "16",
    "19",
    "20",
    "21",
    "32",
    "64",
    "128",
    "129",
    "200",
    "256",
    "512",
    "1024",
    "-1",
    "-5",
    "+64",
    "1e3",
    "0x80",
    "128.5",
    "512MB",
    "2GB",
    "32 ",
    "007",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-2147483648",
    "-2147483649",
    "abc",
    "",
];
const FRACTIONS: &[&str] = &[
    "0", "0.0", "0.5", "0.6", "0.8", "0.999", "1", "1.0", "1.1", "80%", "-0.5", ".5", "5.", ".",
    "0,8", "1e-3", "1e", "0.8f", "nan", "inf", "-inf", "0x1p-1", "1e-400", "1e400", "0.5G", "40G",
    "40g", "1G2", "G", "-1G", "1e20G", "1e2", "infinity", "+0.25", "0.5 ", "5e-324", "4.9e-310",
];
const WORDS: &[&str] = &[
    "True",
    "False",
    "true",
    "false",
    "TRUE",
    "1",
    "0",
    "yes",
    "on",
    "T",
    "native",
    "Native",
    "cudamallocasync",
    "posix_fd",
    "fabric",
    "x",
    "none",
    "[",
    "]",
    ">",
    "[]",
];
const LISTS: &[&str] = &[
    "[256:1,512:2,1024:4,>:8]",
    "[256:1]",
    "[>:4]",
    "[256:1,]",
    "[256:1",
    "256:1]",
    "[256;1]",
    "[256:3]",
    "[100:1]",
    "[]",
    "[,]",
    "[:]",
    "[256 : 1 , > : 2]",
    "[a:b]",
    "[256:1 512:2]",
    "[1:0,>:0]",
    "[0:1]",
    "[>:1,256:2]",
    "[decode:0.5,prefill:40G]",
    "[decode:0.5",
    "[decode:x,prefill:1]",
    "[decode:0.5 prefill:2]",
    "[decode]",
    "[256=1]",
    "[[256:1]]",
    "[256:1],[512:2]",
    "[-1:1]",
    "[1:-1]",
    "[9223372036854775808:1]",
    "[64:8,128:4,256:2,>:1]",
];
const JOINTS: &[&str] = &[
    ",", ",", ",", ",", ",", ", ", " ,", ",,", ";", " ", "\t", "", ":", ",\n", "|",
];
const COLONS: &[&str] = &[
    ":", ":", ":", ":", ":", ":", " : ", "=", "", "::", ",", "：", ": ", ":\t",
];
const JUNK: &[&str] = &[
    ",", ":", "[", "]", "=", " ", ";", "\t", "\n", "é", "：", "\"", "'", ">", "0", "a", "-",
];

/// A small generator of pseudo-random numbers (the constants are Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = usize::try_from(self.0 >> 33).unwrap_or(0);
        high % end
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }
}

/// Makes `count` settings from a seed. The asynchronous backend is left out: what torch does with
/// it depends on the machine.
pub(crate) fn settings(count: u64, seed: u64) -> Vec<String> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut made = Vec::new();
    while (made.len() as u64) < count {
        let text = one(&mut dice);
        if !text.contains("cudaMallocAsync") && !text.contains('\0') {
            made.push(text);
        }
    }
    made
}

fn one(dice: &mut Dice) -> String {
    let mut text = String::new();
    let entries = 1 + dice.below(4);
    for index in 0..entries {
        if index > 0 {
            text.push_str(dice.pick(JOINTS));
        }
        entry(dice, &mut text);
    }
    match dice.below(12) {
        0 => text = format!(" {text} "),
        1 => text.push(','),
        2 => text.insert(0, ','),
        3 => text.push(' '),
        4 | 5 => mutate(dice, &mut text),
        _ => {}
    }
    text
}

fn entry(dice: &mut Dice, text: &mut String) {
    let key = if dice.below(12) == 0 {
        dice.pick(NEAR)
    } else {
        dice.pick(KEYS)
    };
    text.push_str(key);
    let fitting = dice.below(5) > 0;
    text.push_str(if fitting { ":" } else { dice.pick(COLONS) });
    text.push_str(value(dice, key, fitting));
}

/// A value of the kind that the key takes, or of any kind.
fn value(dice: &mut Dice, key: &str, fitting: bool) -> &'static str {
    let any = [NUMBERS, FRACTIONS, WORDS, LISTS];
    let from = match key {
        _ if !fitting => any[dice.below(4)],
        _ if key.contains("divisions") => any[[0, 3][dice.below(2)]],
        _ if key.ends_with("by_class") => LISTS,
        _ if key.ends_with("_mb") || key.ends_with("threads") && key.contains("num") => NUMBERS,
        _ if key.ends_with("threshold")
            || key.ends_with("fraction")
            || key.ends_with("reserve") =>
        {
            FRACTIONS
        }
        _ => WORDS,
    };
    from[dice.below(from.len())]
}

/// Adds, removes or doubles a few characters.
fn mutate(dice: &mut Dice, text: &mut String) {
    for _ in 0..=dice.below(3) {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let at = places[dice.below(places.len())];
        match dice.below(3) {
            0 => text.insert_str(at, dice.pick(JUNK)),
            1 if at < text.len() => drop(text.remove(at)),
            _ => text.truncate(at.max(1).min(text.len())),
        }
        if !text.is_char_boundary(text.len()) {
            break;
        }
    }
}
