//! Mutations for the smoke test: the same ones in every run, from a seed and its number.

/// Bytes that mean something to one reader or another.
const TELLING: &[u8] = b"\0\n\r\t \"'`$\\{}[]()<>=;:,#+-*%&|!@~0A\xc3\xe2\x80\xff";
/// Characters of more than one byte: no reader may cut one in two.
const WIDE: [&str; 3] = ["é", "变", "😀"];
/// The longest input that is made.
const LONGEST: usize = 16 << 10;

/// A small generator of numbers; good enough to be unlike in every run.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// Numbers that begin at `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let number = usize::try_from(self.0 >> 16).unwrap_or(0);
        number.checked_rem(end).unwrap_or(0)
    }
}

/// One of the seeds, with a few changes; pieces of others may come in.
#[must_use]
pub fn mutated(seeds: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let Some(seed) = seeds.get(numbers.below(seeds.len())) else {
        return Vec::new();
    };
    let mut bytes = seed.clone();
    for _ in 0..=numbers.below(6) {
        change(&mut bytes, seeds, numbers);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], numbers: &mut Numbers) {
    let at = numbers.below(bytes.len() + 1);
    let end = bytes.len().min(at + 1 + numbers.below(40));
    let byte = TELLING[numbers.below(TELLING.len())];
    match numbers.below(7) {
        0 => bytes.insert(at, byte),
        1 if at < bytes.len() => bytes[at] = byte,
        2 => drop(bytes.drain(at..end)),
        3 => {
            let piece = bytes[at..end].repeat(1 + numbers.below(30));
            drop(bytes.splice(at..at, piece));
        }
        4 => bytes.truncate(at),
        5 => {
            let wide = WIDE[numbers.below(WIDE.len())];
            drop(bytes.splice(at..at, wide.bytes()));
        }
        _ => {
            let other = &seeds[numbers.below(seeds.len())];
            let start = numbers.below(other.len());
            let piece = other[start..].iter().take(numbers.below(200)).copied();
            bytes.splice(at..at, piece.collect::<Vec<_>>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_repeat_and_differ() {
        let seeds = vec![b"export A=1\n".to_vec(), b"{\"a\": [1]}".to_vec()];
        let made = || {
            let mut numbers = Numbers::new(7);
            let many = std::iter::repeat_with(|| mutated(&seeds, &mut numbers));
            many.take(200).collect::<Vec<_>>()
        };
        let (first, again) = (made(), made());
        assert_eq!(first, again);
        let different: std::collections::BTreeSet<_> = first.iter().collect();
        assert!(
            different.len() > 150,
            "only {} of 200 differ",
            different.len()
        );
        assert!(first.iter().filter(|it| seeds.contains(it)).count() < 50);
    }
}
