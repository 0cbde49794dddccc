//! Sorting whose machine code exists once: the standard sort is code of its own for every type.

use crate::prelude::*;
use core::cmp::Ordering;

/// Sorts items; equal ones keep their order.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = arrange(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut old: Vec<Option<T>> = core::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| old[at].take()));
}

/// Sorts items by a number of each.
pub fn sort_by_number<T>(items: &mut Vec<T>, number: impl Fn(&T) -> usize) {
    sort_by(items, |a, b| number(a).cmp(&number(b)));
}

/// The positions below `count` in the order that `compare` gives.
fn arrange(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::sort_by_number;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd')];
        sort_by_number(&mut items, |it| it.0);
        assert_eq!(items, [(0, 'd'), (1, 'b'), (2, 'a'), (2, 'c')]);
    }
}
