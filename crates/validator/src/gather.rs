//! Fills a map or a set one item after the other.
//!
//! `collect` sorts all items first, and the sorting of each type is code of its own: 4 KB each that
//! a browser would load for maps of a dozen names.

/// A collection of the items.
pub(crate) fn gather<C, T>(items: impl IntoIterator<Item = T>) -> C
where
    C: Default + Extend<T>,
{
    let mut all = C::default();
    all.extend(items);
    all
}
