//! Values that take long to create, kept for the next time.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::rc::Rc;

/// How many are kept: those of the few languages of a document.
const MOST: usize = 16;

/// The values used last, by their keys. Each thread has its own, in a `thread_local`.
pub struct Kept<K, V> {
    /// The one used last comes first.
    values: RefCell<Vec<(K, Rc<V>)>>,
}

impl<K, V> Kept<K, V> {
    /// None yet.
    pub const fn new() -> Self {
        Kept { values: RefCell::new(Vec::new()) }
    }

    /// The value of a key, which is created unless it is kept.
    ///
    /// # Errors
    /// Those of `create`.
    pub fn get<Q, E>(&self, key: &Q, create: impl FnOnce() -> Result<V, E>) -> Result<Rc<V>, E>
    where
        K: Borrow<Q>,
        Q: ToOwned<Owned = K> + PartialEq + ?Sized,
    {
        let mut values = self.values.borrow_mut();
        if let Some(at) = values.iter().position(|(known, _)| known.borrow() == key) {
            values[..=at].rotate_right(1);
            return Ok(Rc::clone(&values[0].1));
        }
        drop(values);
        let value = Rc::new(create()?);
        let mut values = self.values.borrow_mut();
        values.truncate(MOST - 1);
        values.insert(0, (key.to_owned(), Rc::clone(&value)));
        Ok(value)
    }
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Kept::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, MOST};

    #[test]
    fn the_ones_used_last_are_kept() {
        let kept: Kept<String, usize> = Kept::new();
        let created = |key: &str| {
            let mut is_new = false;
            let create = || {
                is_new = true;
                key.parse().map_err(|_| "no number")
            };
            (kept.get(key, create).map(|value| *value), is_new)
        };
        assert_eq!(created("none"), (Err("no number"), true));
        assert_eq!(created("none"), (Err("no number"), true), "errors are not kept");
        for key in 0..MOST {
            assert_eq!(created(&key.to_string()), (Ok(key), true));
        }
        assert_eq!(created("0"), (Ok(0), false));
        assert_eq!(created("99"), (Ok(99), true));
        assert_eq!(created("0"), (Ok(0), false));
        assert_eq!(created("1"), (Ok(1), true), "it was not used for the longest time");
    }
}
