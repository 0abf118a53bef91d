//! An array with a `Default` at every size, so that blocks with const generics can derive
//! `Default`.

use std::ops::{Index, IndexMut};

use rust_hdl::prelude::*;

/// An array of `N` signals or blocks; element `k` is emitted as `name$k`.
#[derive(Clone, Debug)]
pub struct Array<T, const N: usize>([T; N]);

impl<T: Default, const N: usize> Default for Array<T, N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| T::default()))
    }
}

impl<T, const N: usize> Index<usize> for Array<T, N> {
    type Output = T;
    fn index(&self, k: usize) -> &T {
        &self.0[k]
    }
}

impl<T, const N: usize> IndexMut<usize> for Array<T, N> {
    fn index_mut(&mut self, k: usize) -> &mut T {
        &mut self.0[k]
    }
}

impl<T: Logic, const N: usize> Logic for Array<T, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        for element in &mut self.0 {
            element.connect();
        }
    }
}

impl<T: Block, const N: usize> Block for Array<T, N> {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }
    fn update_all(&mut self) {
        self.0.update_all();
    }
    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}
