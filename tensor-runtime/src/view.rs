//! Borrowed tensors.

use crate::{Element, Error, Tensor, shape};
use std::borrow::Cow;

#[cfg(feature = "ndarray")]
use ndarray::{ArrayBase, IxDyn, ViewRepr};

/// `ndarray::ArrayViewD`, with the element type spelled out: left to its default, it would make the view invariant in its
/// lifetime, and a view could not be lent for a shorter time than it lives.
#[cfg(feature = "ndarray")]
pub(crate) type Strided<'a, S> = ArrayBase<ViewRepr<&'a S>, IxDyn, S>;
/// `ndarray::ArrayViewMutD`, likewise.
#[cfg(feature = "ndarray")]
pub(crate) type StridedMut<'a, S> = ArrayBase<ViewRepr<&'a mut S>, IxDyn, S>;

/// A borrowed tensor of rank `R`, to be read. What tensor functions take: `&Tensor`, `&ndarray::Array` and
/// `ArrayView` convert to it.
///
/// A view of an `ndarray` may lie in memory with gaps or backwards. It is taken as it is; a tensor function copies
/// such an argument once, when it is called.
#[derive(Clone)]
pub struct TensorRef<'a, T: Element, const R: usize> {
    shape: [usize; R],
    elements: Elements<'a, T>,
}

#[derive(Clone)]
enum Elements<'a, T: Element> {
    /// Contiguous, row-major.
    Contiguous(&'a [T::Storage]),
    /// Of the tensor's shape, but not standard layout.
    #[cfg(feature = "ndarray")]
    Strided(Strided<'a, T::Storage>),
}

impl<'a, T: Element, const R: usize> TensorRef<'a, T, R> {
    /// `memory` holds the elements of `shape`.
    pub(crate) fn from_memory(shape: [usize; R], memory: &'a [T::Storage]) -> TensorRef<'a, T, R> {
        TensorRef { shape, elements: Elements::Contiguous(memory) }
    }

    /// `view` has the shape `shape`.
    #[cfg(feature = "ndarray")]
    pub(crate) fn from_strided(shape: [usize; R], view: Strided<'a, T::Storage>) -> TensorRef<'a, T, R> {
        TensorRef { shape, elements: Elements::Strided(view) }
    }

    #[cfg(feature = "ndarray")]
    pub(crate) fn into_strided(self) -> Option<Strided<'a, T::Storage>> {
        match self.elements {
            Elements::Contiguous(_) => None,
            Elements::Strided(view) => Some(view),
        }
    }

    /// The length of each axis, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The element at `index`, if it is within the shape.
    pub fn get(&self, index: [usize; R]) -> Option<T> {
        match &self.elements {
            Elements::Contiguous(memory) => {
                shape::position(&self.shape, index).map(|position| T::load(memory, position))
            }
            #[cfg(feature = "ndarray")]
            Elements::Strided(view) => view.get(index.as_slice()).map(|unit| T::load(std::slice::from_ref(unit), 0)),
        }
    }

    /// A copy of the elements in row-major order.
    pub fn to_vec(&self) -> Vec<T> {
        match &self.elements {
            Elements::Contiguous(memory) => (0..self.len()).map(|position| T::load(memory, position)).collect(),
            #[cfg(feature = "ndarray")]
            Elements::Strided(view) => view.iter().map(|unit| T::load(std::slice::from_ref(unit), 0)).collect(),
        }
    }

    /// A copy that owns its elements.
    pub fn to_owned(&self) -> Tensor<T, R> {
        Tensor::from_storage(self.shape, T::pack(self.to_vec()), 0)
    }

    /// The memory in row-major order, copied if it is not; `None` if there is no memory for that.
    pub(crate) fn contiguous(&self) -> Option<Cow<'a, [T::Storage]>> {
        match &self.elements {
            Elements::Contiguous(memory) => Some(Cow::Borrowed(memory)),
            #[cfg(feature = "ndarray")]
            Elements::Strided(view) => {
                let mut copy = Vec::new();
                copy.try_reserve_exact(view.len()).ok()?;
                copy.extend(view.iter().copied());
                Some(Cow::Owned(copy))
            }
        }
    }
}

impl<T: Element> TensorRef<'_, T, 0> {
    /// The one element.
    pub fn item(&self) -> T {
        match &self.elements {
            Elements::Contiguous(memory) => T::load(memory, 0),
            #[cfg(feature = "ndarray")]
            Elements::Strided(view) => T::load(std::slice::from_ref(&view[[].as_slice()]), 0),
        }
    }
}

impl<'a, T: Element<Storage = T>, const R: usize> TensorRef<'a, T, R> {
    /// The elements of `slice`, in row-major order, as a tensor.
    ///
    /// # Errors
    /// If the shape has another number of elements.
    pub fn from_shape(shape: [usize; R], slice: &'a [T]) -> Result<TensorRef<'a, T, R>, Error> {
        check_length(shape, shape::element_count::<T>(&shape)?, slice.len())?;
        Ok(TensorRef::from_memory(shape, slice))
    }

    /// The elements in row-major order, if they lie so in memory.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        match self.elements {
            Elements::Contiguous(memory) => Some(memory),
            #[cfg(feature = "ndarray")]
            Elements::Strided(_) => None,
        }
    }
}

impl<'a, const R: usize> TensorRef<'a, crate::I4, R> {
    /// These bytes as a tensor: row-major over the whole tensor, two elements to a byte, the low nibble first.
    ///
    /// # Errors
    /// If the shape takes another number of bytes.
    pub fn from_packed_bytes(shape: [usize; R], bytes: &'a [u8]) -> Result<TensorRef<'a, crate::I4, R>, Error> {
        let units = crate::I4::units(shape::element_count::<crate::I4>(&shape)?);
        check_length(shape, units, bytes.len())?;
        Ok(TensorRef::from_memory(shape, bytes))
    }
}

/// A borrowed tensor of rank `R`, to be written. What the outputs of `_into` functions are given as: `&mut Tensor`,
/// `&mut ndarray::Array` and `ArrayViewMut` convert to it.
///
/// A view of an `ndarray` may lie in memory with gaps or backwards. It is taken as it is; a tensor function computes
/// such an output elsewhere and copies it there once, if it succeeds.
pub struct TensorMut<'a, T: Element, const R: usize> {
    shape: [usize; R],
    elements: ElementsMut<'a, T>,
}

pub(crate) enum ElementsMut<'a, T: Element> {
    /// Contiguous, row-major.
    Contiguous(&'a mut [T::Storage]),
    /// Of the tensor's shape, but not standard layout.
    #[cfg(feature = "ndarray")]
    Strided(StridedMut<'a, T::Storage>),
}

impl<'a, T: Element, const R: usize> TensorMut<'a, T, R> {
    /// `memory` holds the elements of `shape`.
    pub(crate) fn from_memory(shape: [usize; R], memory: &'a mut [T::Storage]) -> TensorMut<'a, T, R> {
        TensorMut { shape, elements: ElementsMut::Contiguous(memory) }
    }

    /// `view` has the shape `shape`.
    #[cfg(feature = "ndarray")]
    pub(crate) fn from_strided(shape: [usize; R], view: StridedMut<'a, T::Storage>) -> TensorMut<'a, T, R> {
        TensorMut { shape, elements: ElementsMut::Strided(view) }
    }

    pub(crate) fn into_elements(self) -> ElementsMut<'a, T> {
        self.elements
    }

    /// The length of each axis, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.shape
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The same elements, to be read.
    pub fn view(&self) -> TensorRef<'_, T, R> {
        let elements = match &self.elements {
            ElementsMut::Contiguous(memory) => Elements::Contiguous(memory),
            #[cfg(feature = "ndarray")]
            ElementsMut::Strided(view) => Elements::Strided(view.view()),
        };
        TensorRef { shape: self.shape, elements }
    }

    /// The same elements, to be written for a shorter time.
    pub fn view_mut(&mut self) -> TensorMut<'_, T, R> {
        let elements = match &mut self.elements {
            ElementsMut::Contiguous(memory) => ElementsMut::Contiguous(memory),
            #[cfg(feature = "ndarray")]
            ElementsMut::Strided(view) => ElementsMut::Strided(view.view_mut()),
        };
        TensorMut { shape: self.shape, elements }
    }

    /// The element at `index`, if it is within the shape.
    pub fn get(&self, index: [usize; R]) -> Option<T> {
        self.view().get(index)
    }

    /// Sets the element at `index` and tells whether it is within the shape.
    pub fn set(&mut self, index: [usize; R], element: T) -> bool {
        let place = match &mut self.elements {
            ElementsMut::Contiguous(memory) => {
                shape::position(&self.shape, index).map(|position| (&mut **memory, position))
            }
            #[cfg(feature = "ndarray")]
            ElementsMut::Strided(view) => view.get_mut(index.as_slice()).map(|unit| (std::slice::from_mut(unit), 0)),
        };
        match place {
            Some((memory, position)) => {
                T::store(memory, position, element);
                true
            }
            None => false,
        }
    }

    /// A copy of the elements in row-major order.
    pub fn to_vec(&self) -> Vec<T> {
        self.view().to_vec()
    }
}

impl<'a, T: Element<Storage = T>, const R: usize> TensorMut<'a, T, R> {
    /// The elements of `slice`, in row-major order, as a tensor.
    ///
    /// # Errors
    /// If the shape has another number of elements.
    pub fn from_shape(shape: [usize; R], slice: &'a mut [T]) -> Result<TensorMut<'a, T, R>, Error> {
        check_length(shape, shape::element_count::<T>(&shape)?, slice.len())?;
        Ok(TensorMut::from_memory(shape, slice))
    }

    /// The elements in row-major order, if they lie so in memory.
    pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        match &mut self.elements {
            ElementsMut::Contiguous(memory) => Some(memory),
            #[cfg(feature = "ndarray")]
            ElementsMut::Strided(_) => None,
        }
    }
}

impl<'a, const R: usize> TensorMut<'a, crate::I4, R> {
    /// These bytes as a tensor: row-major over the whole tensor, two elements to a byte, the low nibble first.
    ///
    /// # Errors
    /// If the shape takes another number of bytes.
    pub fn from_packed_bytes(shape: [usize; R], bytes: &'a mut [u8]) -> Result<TensorMut<'a, crate::I4, R>, Error> {
        let units = crate::I4::units(shape::element_count::<crate::I4>(&shape)?);
        check_length(shape, units, bytes.len())?;
        Ok(TensorMut::from_memory(shape, bytes))
    }
}

fn check_length<const R: usize>(shape: [usize; R], expected: usize, found: usize) -> Result<(), Error> {
    if expected == found { Ok(()) } else { Err(Error::Length { shape: shape.to_vec(), expected, found }) }
}

/// Equal shapes and equal elements; a NaN is not equal to itself.
impl<T: Element, const R: usize> PartialEq for TensorRef<'_, T, R> {
    fn eq(&self, other: &TensorRef<'_, T, R>) -> bool {
        self.shape == other.shape && self.to_vec() == other.to_vec()
    }
}

impl<'a, T: Element, const R: usize> From<&'a Tensor<T, R>> for TensorRef<'a, T, R> {
    fn from(tensor: &'a Tensor<T, R>) -> TensorRef<'a, T, R> {
        tensor.view()
    }
}

impl<'a, T: Element, const R: usize> From<&'a mut Tensor<T, R>> for TensorMut<'a, T, R> {
    fn from(tensor: &'a mut Tensor<T, R>) -> TensorMut<'a, T, R> {
        tensor.view_mut()
    }
}

impl<'a, T: Element, const R: usize> From<&TensorRef<'a, T, R>> for TensorRef<'a, T, R> {
    fn from(tensor: &TensorRef<'a, T, R>) -> TensorRef<'a, T, R> {
        tensor.clone()
    }
}

impl<'a, T: Element, const R: usize> From<&'a mut TensorMut<'_, T, R>> for TensorMut<'a, T, R> {
    fn from(tensor: &'a mut TensorMut<'_, T, R>) -> TensorMut<'a, T, R> {
        tensor.view_mut()
    }
}

/// A scalar where a tensor of rank 0 is wanted.
impl<'a, T: Element<Storage = T>> From<&'a T> for TensorRef<'a, T, 0> {
    fn from(element: &'a T) -> TensorRef<'a, T, 0> {
        TensorRef::from_memory([], std::slice::from_ref(element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::I4;

    #[test]
    fn slices_are_borrowed_as_tensors() {
        let numbers = [1, 2, 3, 4, 5, 6];
        let view = TensorRef::from_shape([3, 2], &numbers).unwrap();
        assert_eq!((view.get([2, 0]), view.get([3, 0]), view.as_slice()), (Some(5), None, Some(&numbers[..])));
        let error = TensorRef::from_shape([2, 2], &numbers).err().unwrap();
        assert_eq!(error.to_string(), "shape [2, 2] has 4 elements, found 6");
        assert!(TensorRef::<i32, 3>::from_shape([0, usize::MAX, 2], &[]).is_err());

        let mut numbers = [0_i64; 4];
        let mut view = TensorMut::from_shape([2, 2], &mut numbers).unwrap();
        assert!(view.set([1, 0], 9) && !view.set([0, 2], 1));
        assert_eq!(view.to_vec(), [0, 0, 9, 0]);
        assert!(TensorMut::from_shape([5], &mut numbers).is_err());
    }

    #[test]
    fn views_can_be_lent_for_a_shorter_time() {
        fn both<'a>(_: TensorRef<'a, i32, 1>, _: TensorRef<'a, i32, 1>) {}
        fn outputs<'a>(_: TensorMut<'a, i32, 1>, _: TensorMut<'a, i32, 1>) {}
        let (long, mut long_out) = ([1, 2], [1, 2]);
        let view = TensorRef::from_shape([2], &long).unwrap();
        let mut view_mut = TensorMut::from_shape([2], &mut long_out).unwrap();
        {
            let (short, mut short_out) = ([3], [3]);
            both(view.clone(), TensorRef::from_shape([1], &short).unwrap());
            outputs(view_mut.view_mut(), TensorMut::from_shape([1], &mut short_out).unwrap());
        }
        assert!(view_mut.set([0], 5));
        assert_eq!(view.to_vec(), [1, 2]);
    }

    #[test]
    fn a_scalar_serves_as_rank_0() {
        let view: TensorRef<'_, f32, 0> = (&1.5).into();
        assert_eq!((view.item(), view.len()), (1.5, 1));
        assert_eq!(view.to_owned().item(), 1.5);
    }

    #[test]
    fn the_spare_nibble_of_a_view_is_ignored() {
        let (zeros, ones) = ([0x21, 0x03], [0x21, 0xF3]);
        let view = |bytes| TensorRef::from_packed_bytes([3], bytes).unwrap();
        assert!(view(&zeros) == view(&ones));
        assert_eq!(view(&ones).to_owned().as_packed_bytes(), zeros);
        let mut bytes = [0; 2];
        let mut output = TensorMut::from_packed_bytes([3], &mut bytes).unwrap();
        assert!(output.set([2], I4::new(-1).unwrap()) && !output.set([3], I4::ZERO));
        assert_eq!(bytes, [0, 0x0F]);
    }
}
