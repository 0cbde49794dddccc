//! Maps and sets by name whose machine code exists once, whatever they hold.
//!
//! A `BTreeMap` is code of its own for every type of value, all of which a browser loads. Here one
//! tree finds the place of a name, and the values lie in a list beside it.

use crate::prelude::*;
use alloc::collections::{BTreeMap, btree_map};
use core::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Where names have their values, sorted by name.
#[derive(Clone, Debug, Default)]
struct Places {
    by_name: BTreeMap<String, usize>,
    /// Places whose names were taken away.
    free: Vec<usize>,
}

impl Places {
    fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The place of a name, which gets one if it has none.
    fn claim(&mut self, name: String) -> usize {
        let next = match self.free.last() {
            Some(free) => *free,
            None => self.by_name.len(),
        };
        let place = *self.by_name.entry(name).or_insert(next);
        if place == next {
            self.free.pop();
        }
        place
    }

    fn release(&mut self, name: &str) -> Option<usize> {
        let place = self.by_name.remove(name)?;
        self.free.push(place);
        Some(place)
    }
}

/// A map by name. Iterates in the order of the names.
#[derive(Clone)]
pub struct Map<V> {
    places: Places,
    values: Vec<Option<V>>,
}

impl<V> Default for Map<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> Map<V> {
    /// An empty map.
    #[must_use]
    pub const fn new() -> Self {
        let places = Places {
            by_name: BTreeMap::new(),
            free: Vec::new(),
        };
        let values = Vec::new();
        Self { places, values }
    }

    /// How many names it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.by_name.len()
    }

    /// Whether it has no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.by_name.is_empty()
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&V> {
        self.values[self.places.find(name)?].as_ref()
    }

    /// The value of a name, to change it.
    #[must_use]
    pub fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.values[self.places.find(name)?].as_mut()
    }

    /// Whether it has a name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.places.find(name).is_some()
    }

    /// Gives a name a value and returns the one it had.
    pub fn insert(&mut self, name: String, value: V) -> Option<V> {
        self.slot(name).replace(value)
    }

    /// Takes a name away and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<V> {
        let place = self.places.release(name)?;
        self.values[place].take()
    }

    /// The place of a name, to look before something is put there.
    pub fn entry(&mut self, name: String) -> Entry<'_, V> {
        Entry(self.slot(name))
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    fn slot(&mut self, name: String) -> &mut Option<V> {
        let place = self.places.claim(name);
        if place == self.values.len() {
            self.values.push(None);
        }
        &mut self.values[place]
    }

    /// The names in order.
    pub fn keys(&self) -> btree_map::Keys<'_, String, usize> {
        self.places.by_name.keys()
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// The values, to change them, in no order.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.values.iter_mut().flatten()
    }

    /// Names and values in the order of the names.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, V> {
        Iter {
            places: self.places.by_name.iter(),
            values: &self.values,
        }
    }

    /// Names and values in the order of the names, to change the values.
    #[must_use]
    pub fn iter_mut(&mut self) -> IterMut<'_, V> {
        IterMut {
            places: self.places.by_name.iter(),
            values: self.values.iter_mut().map(Option::as_mut).collect(),
        }
    }

    /// Keeps only what passes.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &V) -> bool) {
        let fails = |(name, value): &(&String, &V)| !keep(name, value);
        let gone: Vec<String> = self.iter().filter(fails).map(|it| it.0.clone()).collect();
        for name in gone {
            self.remove(&name);
        }
    }
}

impl<V: fmt::Debug> fmt::Debug for Map<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<V: PartialEq> PartialEq for Map<V> {
    fn eq(&self, other: &Self) -> bool {
        let has = |(name, value): (&String, &V)| other.get(name) == Some(value);
        self.len() == other.len() && self.iter().all(has)
    }
}

impl<V: Eq> Eq for Map<V> {}

impl<V> Extend<(String, V)> for Map<V> {
    fn extend<I: IntoIterator<Item = (String, V)>>(&mut self, items: I) {
        for (name, value) in items {
            self.insert(name, value);
        }
    }
}

impl<V> FromIterator<(String, V)> for Map<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(items: I) -> Self {
        let mut map = Self::new();
        map.extend(items);
        map
    }
}

impl<V: Serialize> Serialize for Map<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Map<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Names and values of a [`Map`].
#[derive(Clone, Debug)]
pub struct Iter<'m, V> {
    places: btree_map::Iter<'m, String, usize>,
    values: &'m [Option<V>],
}

impl<'m, V> Iterator for Iter<'m, V> {
    type Item = (&'m String, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, place) = self.places.next()?;
        Some((name, self.values[*place].as_ref()?))
    }
}

impl<'m, V> IntoIterator for &'m Map<V> {
    type Item = (&'m String, &'m V);
    type IntoIter = Iter<'m, V>;

    fn into_iter(self) -> Iter<'m, V> {
        self.iter()
    }
}

/// Names and values of a [`Map`] that may be changed.
#[derive(Debug)]
pub struct IterMut<'m, V> {
    places: btree_map::Iter<'m, String, usize>,
    values: Vec<Option<&'m mut V>>,
}

impl<'m, V> Iterator for IterMut<'m, V> {
    type Item = (&'m String, &'m mut V);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, place) = self.places.next()?;
        Some((name, self.values[*place].take()?))
    }
}

impl<'m, V> IntoIterator for &'m mut Map<V> {
    type Item = (&'m String, &'m mut V);
    type IntoIter = IterMut<'m, V>;

    fn into_iter(self) -> IterMut<'m, V> {
        self.iter_mut()
    }
}

/// The place of one name in a [`Map`].
#[derive(Debug)]
pub struct Entry<'m, V>(&'m mut Option<V>);

impl<'m, V> Entry<'m, V> {
    /// The value there; `value` is put where there is none.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.0.get_or_insert(value)
    }

    /// The value there; what `make` gives is put where there is none.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'m mut V {
        self.0.get_or_insert_with(make)
    }

    /// The value there; an empty one is put where there is none.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

/// Names and values taken out of a [`Map`].
#[derive(Debug)]
pub struct IntoIter<V> {
    places: btree_map::IntoIter<String, usize>,
    values: Vec<Option<V>>,
}

impl<V> Iterator for IntoIter<V> {
    type Item = (String, V);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, place) = self.places.next()?;
        Some((name, self.values[place].take()?))
    }
}

impl<V> IntoIterator for Map<V> {
    type Item = (String, V);
    type IntoIter = IntoIter<V>;

    fn into_iter(self) -> IntoIter<V> {
        IntoIter {
            places: self.places.by_name.into_iter(),
            values: self.values,
        }
    }
}

/// A set of names, in order.
#[derive(Clone, Debug, Default)]
pub struct Set(Places);

impl Set {
    /// An empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(Places {
            by_name: BTreeMap::new(),
            free: Vec::new(),
        })
    }

    /// How many names it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.by_name.len()
    }

    /// Whether it has no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.by_name.is_empty()
    }

    /// Whether it has a name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.0.find(name).is_some()
    }

    /// Adds a name; whether it is new.
    pub fn insert(&mut self, name: impl Into<String>) -> bool {
        let before = self.len();
        self.0.claim(name.into());
        self.len() > before
    }

    /// Takes a name away; whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        self.0.release(name).is_some()
    }

    /// Keeps only the names that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        let gone: Vec<String> = self.iter().filter(|it| !keep(it)).cloned().collect();
        for name in gone {
            self.remove(&name);
        }
    }

    /// The names in order.
    pub fn iter(&self) -> btree_map::Keys<'_, String, usize> {
        self.0.by_name.keys()
    }
}

impl PartialEq for Set {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Set {}

impl<N: Into<String>> Extend<N> for Set {
    fn extend<I: IntoIterator<Item = N>>(&mut self, names: I) {
        for name in names {
            self.insert(name);
        }
    }
}

impl<N: Into<String>> FromIterator<N> for Set {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        let mut set = Self::new();
        set.extend(names);
        set
    }
}

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for Set {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<String>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

impl<'s> IntoIterator for &'s Set {
    type Item = &'s String;
    type IntoIter = btree_map::Keys<'s, String, usize>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{Map, Set};

    #[test]
    fn places_are_used_again_and_order_is_by_name() {
        let mut map: Map<u32> = [("b", 2), ("a", 1), ("c", 3)]
            .map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect();
        assert_eq!(map.remove("a"), Some(1));
        assert_eq!(map.remove("a"), None);
        assert_eq!(map.insert("d".to_owned(), 4), None);
        assert_eq!(map.insert("d".to_owned(), 5), Some(4));
        *map.entry("e".to_owned()).or_insert_with(|| 6) += 1;
        assert_eq!(map.values.len(), 4);
        let all: Vec<_> = map.iter().map(|(name, it)| format!("{name}{it}")).collect();
        assert_eq!(all, ["b2", "c3", "d5", "e7"]);
        let taken: Vec<_> = map.clone().into_iter().map(|(_, it)| it).collect();
        assert_eq!(taken, [2, 3, 5, 7]);
        map.retain(|name, _| name == "c");
        assert_eq!(map, [("c".to_owned(), 3)].into_iter().collect());
    }

    #[test]
    fn a_set_tells_what_is_new() {
        let mut set = Set::from_iter(["a"]);
        assert!(set.insert("b") && !set.insert("a") && set.contains("b"));
        assert!(set.remove("a") && !set.remove("a"));
        assert_eq!(set.iter().collect::<Vec<_>>(), ["b"]);
    }
}
