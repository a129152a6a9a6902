//! The owned tensor.

use crate::{Element, Error, TensorMut, TensorRef, abi, shape};
use std::alloc::{Layout, handle_alloc_error};
use std::ops::{Index, IndexMut};

/// A tensor of rank `R` that owns its elements: contiguous, row-major.
///
/// Names and meaning follow `ndarray`. Fresh tensors are aligned to 64 bytes; [`Tensor::from_shape_vec`] adopts the
/// vector it is given, wherever that lies.
///
/// ```
/// use tensor_runtime::Tensor;
///
/// let mut t = Tensor::from_shape_vec([2, 3], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// t[[0, 1]] = 20.0;
/// assert_eq!(t.shape(), [2, 3]);
/// assert_eq!(t.to_string(), "[[1, 20, 3],\n [4, 5, 6]]");
/// # Ok::<(), tensor_runtime::Error>(())
/// ```
pub struct Tensor<T: Element, const R: usize> {
    /// The tensor's memory is `storage[offset..offset + T::units(len)]`; what lies around it serves alignment or
    /// belonged to the array from which the tensor was made.
    storage: Vec<T::Storage>,
    offset: usize,
    shape: [usize; R],
    /// The product of `shape`.
    len: usize,
}

impl<T: Element, const R: usize> Tensor<T, R> {
    /// A tensor of zeros; `false` for `bool`.
    ///
    /// # Panics
    /// If it would not fit in the address space. Ends the process if there is no memory. As `vec![0; n]`.
    pub fn zeros(shape: [usize; R]) -> Tensor<T, R> {
        let len = shape::element_count::<T>(&shape).unwrap_or_else(|error| panic!("{error}"));
        let units = T::units(len);
        match abi::zeroed::<T>(units) {
            Some((storage, offset)) => Tensor { storage, offset, shape, len },
            None => handle_alloc_error(Layout::array::<T::Storage>(units).unwrap_or(Layout::new::<T::Storage>())),
        }
    }

    /// A tensor of zeros, or the reason why there can be none.
    pub(crate) fn try_zeros(function: &'static str, shape: [usize; R]) -> Result<Tensor<T, R>, Error> {
        let len = shape::element_count::<T>(&shape)?;
        let units = T::units(len);
        let (storage, offset) = abi::zeroed::<T>(units)
            .ok_or(Error::OutOfMemory { function, bytes: Some(units * size_of::<T::Storage>()) })?;
        Ok(Tensor { storage, offset, shape, len })
    }

    /// A tensor whose elements are all `element`.
    ///
    /// # Panics
    /// As [`Tensor::zeros`].
    pub fn from_elem(shape: [usize; R], element: T) -> Tensor<T, R> {
        let mut tensor = Tensor::zeros(shape);
        let len = tensor.len;
        let memory = tensor.memory_mut();
        (0..len).for_each(|position| T::store(memory, position, element));
        tensor
    }

    /// A tensor whose element at each index is what `element` gives for it, called in row-major order.
    ///
    /// # Panics
    /// As [`Tensor::zeros`].
    pub fn from_shape_fn(shape: [usize; R], mut element: impl FnMut([usize; R]) -> T) -> Tensor<T, R> {
        let mut tensor = Tensor::zeros(shape);
        let memory = tensor.memory_mut();
        let mut position = 0;
        shape::for_each_index(shape, |index| {
            T::store(memory, position, element(index));
            position += 1;
        });
        tensor
    }

    /// The tensor with these elements in row-major order. Takes over the vector without a copy, except for
    /// [`I4`](crate::I4), which it packs.
    ///
    /// # Errors
    /// If the shape has another number of elements, or one that does not fit in the address space.
    pub fn from_shape_vec(shape: [usize; R], elements: Vec<T>) -> Result<Tensor<T, R>, Error> {
        let len = shape::element_count::<T>(&shape)?;
        if elements.len() != len {
            return Err(Error::Length { shape: shape.to_vec(), expected: len, found: elements.len() });
        }
        Ok(Tensor { storage: T::pack(elements), offset: 0, shape, len })
    }

    /// Takes over storage that holds the elements of `shape` from `offset` on.
    pub(crate) fn from_storage(shape: [usize; R], storage: Vec<T::Storage>, offset: usize) -> Tensor<T, R> {
        let len = shape.iter().product();
        debug_assert!(storage.len() >= offset + T::units(len));
        Tensor { storage, offset, shape, len }
    }

    /// The storage and where in it the elements begin.
    #[cfg(feature = "ndarray")]
    pub(crate) fn into_storage(self) -> (Vec<T::Storage>, usize) {
        (self.storage, self.offset)
    }

    /// The length of each axis, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at `index`, if it is within the shape.
    pub fn get(&self, index: [usize; R]) -> Option<T> {
        shape::position(&self.shape, index).map(|position| T::load(self.memory(), position))
    }

    /// Sets the element at `index` and tells whether it is within the shape.
    pub fn set(&mut self, index: [usize; R], element: T) -> bool {
        let position = shape::position(&self.shape, index);
        if let Some(position) = position {
            T::store(self.memory_mut(), position, element);
        }
        position.is_some()
    }

    /// A copy of the elements in row-major order.
    pub fn to_vec(&self) -> Vec<T> {
        (0..self.len).map(|position| T::load(self.memory(), position)).collect()
    }

    /// All of it, to be read.
    pub fn view(&self) -> TensorRef<'_, T, R> {
        TensorRef::from_memory(self.shape, self.memory())
    }

    /// All of it, to be written.
    pub fn view_mut(&mut self) -> TensorMut<'_, T, R> {
        TensorMut::from_memory(self.shape, self.memory_mut())
    }

    pub(crate) fn memory(&self) -> &[T::Storage] {
        &self.storage[self.offset..self.offset + T::units(self.len)]
    }

    pub(crate) fn memory_mut(&mut self) -> &mut [T::Storage] {
        &mut self.storage[self.offset..self.offset + T::units(self.len)]
    }
}

impl<T: Element> Tensor<T, 0> {
    /// The one element.
    pub fn item(&self) -> T {
        T::load(self.memory(), 0)
    }
}

/// What needs elements that are stored as themselves: every type but [`I4`](crate::I4).
impl<T: Element<Storage = T>, const R: usize> Tensor<T, R> {
    /// The elements in row-major order.
    pub fn as_slice(&self) -> &[T] {
        self.memory()
    }

    /// The elements in row-major order, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.memory_mut()
    }

    /// The elements in row-major order. Without an allocation; fresh tensors, which are aligned, may have to be moved
    /// within theirs.
    pub fn into_vec(self) -> Vec<T> {
        let Tensor { mut storage, offset, len, .. } = self;
        storage.truncate(offset + len);
        storage.drain(..offset);
        storage
    }

    /// The elements in row-major order, one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The elements in row-major order, one by one, to be written.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }
}

/// [`I4`](crate::I4) tensors hold two elements to a byte.
impl<const R: usize> Tensor<crate::I4, R> {
    /// The tensor with these bytes: row-major over the whole tensor, the low nibble first. The upper nibble of the
    /// last byte of an odd number of elements is ignored.
    ///
    /// # Errors
    /// If the shape takes another number of bytes.
    pub fn from_packed_bytes(shape: [usize; R], mut bytes: Vec<u8>) -> Result<Tensor<crate::I4, R>, Error> {
        let len = shape::element_count::<crate::I4>(&shape)?;
        let expected = crate::I4::units(len);
        if bytes.len() != expected {
            return Err(Error::Length { shape: shape.to_vec(), expected, found: bytes.len() });
        }
        if let (1, Some(last)) = (len % 2, bytes.last_mut()) {
            *last &= 0xF;
        }
        Ok(Tensor { storage: bytes, offset: 0, shape, len })
    }

    /// The bytes: row-major over the whole tensor, the low nibble first, a spare nibble 0.
    pub fn as_packed_bytes(&self) -> &[u8] {
        self.memory()
    }
}

/// `t[[i, j]]`. Panics where the index is not within the shape, as a `Vec` does; [`Tensor::get`] does not.
impl<T: Element<Storage = T>, const R: usize> Index<[usize; R]> for Tensor<T, R> {
    type Output = T;

    fn index(&self, index: [usize; R]) -> &T {
        match shape::position(&self.shape, index) {
            Some(position) => &self.as_slice()[position],
            None => out_of_bounds(&index, &self.shape),
        }
    }
}

/// `t[[i, j]] = x`. Panics where the index is not within the shape, as a `Vec` does; [`Tensor::set`] does not.
impl<T: Element<Storage = T>, const R: usize> IndexMut<[usize; R]> for Tensor<T, R> {
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        match shape::position(&self.shape, index) {
            Some(position) => &mut self.as_mut_slice()[position],
            None => out_of_bounds(&index, &self.shape),
        }
    }
}

#[cold]
fn out_of_bounds(index: &[usize], shape: &[usize]) -> ! {
    panic!("index {index:?} is out of bounds of shape {shape:?}")
}

/// A copy, aligned to 64 bytes.
impl<T: Element, const R: usize> Clone for Tensor<T, R> {
    fn clone(&self) -> Tensor<T, R> {
        let mut copy = Tensor::zeros(self.shape);
        copy.memory_mut().copy_from_slice(self.memory());
        copy
    }
}

/// Equal shapes and equal elements; a NaN is not equal to itself.
impl<T: Element, const R: usize> PartialEq for Tensor<T, R> {
    fn eq(&self, other: &Tensor<T, R>) -> bool {
        // Packed elements compare as bytes: the spare nibble of an owned tensor is 0.
        self.shape == other.shape && self.memory() == other.memory()
    }
}

impl<T: Element, const R: usize> Default for Tensor<T, R> {
    /// The tensor with no element, or with one zero at rank 0.
    fn default() -> Tensor<T, R> {
        Tensor::zeros([0; R])
    }
}

impl<'a, T: Element<Storage = T>, const R: usize> IntoIterator for &'a Tensor<T, R> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::I4;

    fn address<T: Element, const R: usize>(tensor: &Tensor<T, R>) -> usize {
        tensor.memory().as_ptr() as usize
    }

    #[test]
    fn fresh_tensors_are_aligned() {
        // Many at once, so that the allocator cannot happen to give an aligned block each time.
        let tensors: Vec<_> =
            (1..200).map(|n| (Tensor::<f32, 1>::zeros([n]), Tensor::<i8, 1>::from_elem([n], 1))).collect();
        for (floats, bytes) in &tensors {
            assert_eq!((address(floats) % 64, address(bytes) % 64), (0, 0));
            assert_eq!(address(&floats.clone()) % 64, 0);
        }
        let packed = Tensor::<I4, 2>::zeros([3, 5]);
        assert_eq!((address(&packed) % 64, packed.as_packed_bytes().len()), (0, 8));
    }

    #[test]
    fn a_vector_is_adopted_and_given_back() {
        let vector = vec![1, 2, 3, 4, 5, 6];
        let start = vector.as_ptr();
        let tensor = Tensor::from_shape_vec([2, 3], vector).unwrap();
        assert_eq!(tensor.as_slice().as_ptr(), start);
        let vector: Vec<i32> = tensor.into_vec();
        assert_eq!(vector.as_ptr(), start);
        assert_eq!(vector, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_fresh_tensor_gives_exactly_its_elements() {
        for n in [0, 1, 7, 64] {
            let vector = Tensor::from_shape_fn([n], |[i]| i as i16).into_vec();
            assert_eq!(vector, (0..n as i16).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_wrong_number_of_elements_is_an_error() {
        let error = Tensor::from_shape_vec([2, 3], vec![0.0_f32; 5]).unwrap_err();
        assert_eq!(error.to_string(), "shape [2, 3] has 6 elements, found 5");
        let error = Tensor::from_shape_vec([1 << 40, 1 << 40], vec![0.0_f32]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a F32 tensor of shape [1099511627776, 1099511627776] does not fit in the address space"
        );
    }

    #[test]
    fn indexing_is_row_major() {
        let mut tensor = Tensor::from_shape_fn([2, 3], |[i, j]| 10 * i as i64 + j as i64);
        assert_eq!(tensor.as_slice(), [0, 1, 2, 10, 11, 12]);
        tensor[[1, 0]] = 7;
        assert_eq!((tensor[[1, 0]], tensor.get([1, 2]), tensor.get([2, 0])), (7, Some(12), None));
        assert!(tensor.set([0, 0], -1) && !tensor.set([0, 3], 5));
        assert_eq!(tensor.to_vec(), [-1, 1, 2, 7, 11, 12]);
        assert_eq!(tensor.iter().sum::<i64>(), 32);
        let caught = std::panic::catch_unwind(|| tensor[[0, 3]]).unwrap_err();
        assert_eq!(caught.downcast_ref::<String>().unwrap(), "index [0, 3] is out of bounds of shape [2, 3]");
    }

    #[test]
    fn rank_0_and_zero_sizes() {
        let scalar = Tensor::from_elem([], 2.5_f64);
        assert_eq!((scalar.item(), scalar.len(), scalar[[]]), (2.5, 1, 2.5));
        let empty = Tensor::<f64, 3>::zeros([2, 0, 4]);
        assert!(empty.is_empty() && empty.get([0, 0, 0]).is_none() && empty.as_slice().is_empty());
        assert_eq!(empty, Tensor::from_shape_vec([2, 0, 4], vec![]).unwrap());
        assert_ne!(empty, Tensor::zeros([2, 0, 5]));
    }

    #[test]
    fn four_bit_elements_are_packed_low_nibble_first() {
        let number = |value| I4::new(value).unwrap();
        let numbers = [-8, 7, -1].map(number);
        let mut tensor = Tensor::from_shape_vec([3], numbers.to_vec()).unwrap();
        assert_eq!(tensor.as_packed_bytes(), [0x78, 0x0F]);
        assert_eq!(tensor.to_vec(), numbers);
        assert_eq!(tensor, Tensor::from_packed_bytes([3], vec![0x78, 0xAF]).unwrap());
        assert!(tensor.set([1], number(2)));
        assert_eq!((tensor.as_packed_bytes(), tensor.get([1])), ([0x28, 0x0F].as_slice(), Some(number(2))));
        let error = Tensor::from_packed_bytes([3], vec![0]).unwrap_err();
        assert_eq!(error, Error::Length { shape: vec![3], expected: 2, found: 1 });
    }

    #[test]
    fn tensors_and_errors_cross_threads() {
        fn crosses<T: Send + Sync>() {}
        crosses::<Tensor<f32, 2>>();
        crosses::<TensorRef<'_, f32, 2>>();
        crosses::<TensorMut<'_, f32, 2>>();
        crosses::<Error>();
    }
}
