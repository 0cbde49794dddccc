//! Filling a collection one item after the other.
//!
//! `collect` reserves, sorts and specializes, in code of its own for each place that uses it, which a
//! browser would load for lists of a dozen names.

use crate::map::{Map, Set};
use crate::prelude::*;

/// A collection that takes items one by one.
pub trait Gather<T>: Default {
    /// Adds an item.
    fn add(&mut self, item: T);

    /// Adds items, as `extend` does.
    fn add_all(&mut self, items: impl IntoIterator<Item = T>) {
        for item in items {
            self.add(item);
        }
    }
}

impl<T> Gather<T> for Vec<T> {
    fn add(&mut self, item: T) {
        self.push(item);
    }
}

impl<V> Gather<(String, V)> for Map<V> {
    fn add(&mut self, (name, value): (String, V)) {
        self.insert(name, value);
    }
}

impl<N: Into<String>> Gather<N> for Set {
    fn add(&mut self, name: N) {
        self.insert(name);
    }
}

impl Gather<char> for String {
    fn add(&mut self, sign: char) {
        self.push(sign);
    }
}

impl<'t> Gather<&'t str> for String {
    fn add(&mut self, text: &'t str) {
        self.push_str(text);
    }
}

impl Gather<String> for String {
    fn add(&mut self, text: String) {
        self.push_str(&text);
    }
}

/// Iterators whose items can be gathered.
pub trait Gathered: Iterator + Sized {
    /// A collection of the items.
    fn gathered<C: Gather<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.add_all(self);
        all
    }
}

impl<I: Iterator> Gathered for I {}
