//! To and from `ndarray`, without a copy wherever the layout allows.

use crate::view::ElementsMut;
use crate::{Element, Tensor, TensorMut, TensorRef};
use ndarray::{Array, ArrayBase, ArrayView, ArrayViewMut, Data, DataMut, Dim, Dimension, Ix};

/// The dimension of arrays of rank `R`; `ndarray` has them up to 6.
type Rank<const R: usize> = Dim<[Ix; R]>;

fn lengths<const R: usize>(dim: &Rank<R>) -> [usize; R]
where
    Rank<R>: Dimension,
{
    std::array::from_fn(|axis| dim[axis])
}

fn dimension<const R: usize>(shape: [usize; R]) -> Rank<R>
where
    Rank<R>: Dimension,
{
    let mut dim = Rank::<R>::zeros(R);
    for (axis, length) in shape.into_iter().enumerate() {
        dim[axis] = length;
    }
    dim
}

const FITS: &str = "a tensor holds as many elements as its shape has, contiguous and row-major";

impl<T: Element<Storage = T>, const R: usize> Tensor<T, R>
where
    Rank<R>: Dimension,
{
    /// The tensor as an array. Moves the memory, copies nothing.
    pub fn into_ndarray(self) -> Array<T, Rank<R>> {
        let (shape, len) = (self.shape(), self.len());
        let (storage, offset) = self.into_storage();
        let elements = Array::from_vec(storage).slice_move(ndarray::s![offset..offset + len]);
        elements.into_shape_with_order(dimension(shape)).expect(FITS)
    }

    /// The tensor as a view of an array.
    pub fn ndarray_view(&self) -> ArrayView<'_, T, Rank<R>> {
        ArrayView::from_shape(dimension(self.shape()), self.as_slice()).expect(FITS)
    }

    /// The tensor as a view of an array, to be written.
    pub fn ndarray_view_mut(&mut self) -> ArrayViewMut<'_, T, Rank<R>> {
        ArrayViewMut::from_shape(dimension(self.shape()), self.as_mut_slice()).expect(FITS)
    }
}

/// Moves the memory, copies nothing.
impl<T: Element<Storage = T>, const R: usize> From<Tensor<T, R>> for Array<T, Rank<R>>
where
    Rank<R>: Dimension,
{
    fn from(tensor: Tensor<T, R>) -> Array<T, Rank<R>> {
        tensor.into_ndarray()
    }
}

impl<'a, T: Element<Storage = T>, const R: usize> From<&'a Tensor<T, R>> for ArrayView<'a, T, Rank<R>>
where
    Rank<R>: Dimension,
{
    fn from(tensor: &'a Tensor<T, R>) -> ArrayView<'a, T, Rank<R>> {
        tensor.ndarray_view()
    }
}

impl<'a, T: Element<Storage = T>, const R: usize> From<&'a mut Tensor<T, R>> for ArrayViewMut<'a, T, Rank<R>>
where
    Rank<R>: Dimension,
{
    fn from(tensor: &'a mut Tensor<T, R>) -> ArrayViewMut<'a, T, Rank<R>> {
        tensor.ndarray_view_mut()
    }
}

/// Moves the memory of an array in standard layout; copies any other.
impl<T: Element<Storage = T>, const R: usize> From<Array<T, Rank<R>>> for Tensor<T, R>
where
    Rank<R>: Dimension,
{
    fn from(array: Array<T, Rank<R>>) -> Tensor<T, R> {
        let shape = lengths(&array.raw_dim());
        if array.is_standard_layout() {
            let (storage, offset) = array.into_raw_vec_and_offset();
            Tensor::from_storage(shape, storage, offset.unwrap_or(0))
        } else {
            Tensor::from_storage(shape, array.iter().copied().collect(), 0)
        }
    }
}

/// Borrows, whatever the layout.
impl<'a, T: Element<Storage = T>, const R: usize> From<ArrayView<'a, T, Rank<R>>> for TensorRef<'a, T, R>
where
    Rank<R>: Dimension,
{
    fn from(view: ArrayView<'a, T, Rank<R>>) -> TensorRef<'a, T, R> {
        let shape = lengths(&view.raw_dim());
        match view.to_slice() {
            Some(memory) => TensorRef::from_memory(shape, memory),
            None => TensorRef::from_strided(shape, view.into_dyn()),
        }
    }
}

/// Borrows, whatever the layout.
impl<'a, T, S, const R: usize> From<&'a ArrayBase<S, Rank<R>>> for TensorRef<'a, T, R>
where
    T: Element<Storage = T>,
    S: Data<Elem = T>,
    Rank<R>: Dimension,
{
    fn from(array: &'a ArrayBase<S, Rank<R>>) -> TensorRef<'a, T, R> {
        array.view().into()
    }
}

/// Borrows, whatever the layout.
impl<'a, T: Element<Storage = T>, const R: usize> From<ArrayViewMut<'a, T, Rank<R>>> for TensorMut<'a, T, R>
where
    Rank<R>: Dimension,
{
    fn from(view: ArrayViewMut<'a, T, Rank<R>>) -> TensorMut<'a, T, R> {
        let shape = lengths(&view.raw_dim());
        if view.is_standard_layout() {
            TensorMut::from_memory(shape, view.into_slice().expect("standard layout is a slice"))
        } else {
            TensorMut::from_strided(shape, view.into_dyn())
        }
    }
}

/// Borrows, whatever the layout.
impl<'a, T, S, const R: usize> From<&'a mut ArrayBase<S, Rank<R>>> for TensorMut<'a, T, R>
where
    T: Element<Storage = T>,
    S: DataMut<Elem = T>,
    Rank<R>: Dimension,
{
    fn from(array: &'a mut ArrayBase<S, Rank<R>>) -> TensorMut<'a, T, R> {
        array.view_mut().into()
    }
}

/// Borrows, whatever the layout.
impl<'a, T: Element<Storage = T>, const R: usize> From<TensorRef<'a, T, R>> for ArrayView<'a, T, Rank<R>>
where
    Rank<R>: Dimension,
{
    fn from(tensor: TensorRef<'a, T, R>) -> ArrayView<'a, T, Rank<R>> {
        let dim = dimension(tensor.shape());
        match tensor.as_slice() {
            Some(memory) => ArrayView::from_shape(dim, memory).expect(FITS),
            None => tensor.into_strided().and_then(|view| view.into_dimensionality().ok()).expect(FITS),
        }
    }
}

/// Borrows, whatever the layout.
impl<'a, T: Element<Storage = T>, const R: usize> From<TensorMut<'a, T, R>> for ArrayViewMut<'a, T, Rank<R>>
where
    Rank<R>: Dimension,
{
    fn from(tensor: TensorMut<'a, T, R>) -> ArrayViewMut<'a, T, Rank<R>> {
        let dim = dimension(tensor.shape());
        match tensor.into_elements() {
            ElementsMut::Contiguous(memory) => ArrayViewMut::from_shape(dim, memory).expect(FITS),
            ElementsMut::Strided(view) => view.into_dimensionality().expect(FITS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, Array3, Axis, arr0, array, s};

    #[test]
    fn a_tensor_becomes_an_array_without_a_copy() {
        // Fresh, so with an offset for alignment; of every rank that ndarray has.
        fn check<const R: usize>(shape: [usize; R])
        where
            Rank<R>: Dimension,
        {
            let mut count = 0.0;
            let tensor = Tensor::from_shape_fn(shape, |_| {
                count += 1.0;
                count
            });
            let (start, elements) = (tensor.as_slice().as_ptr(), tensor.to_vec());
            let array = tensor.into_ndarray();
            assert_eq!((array.as_ptr(), array.shape()), (start, shape.as_slice()));
            assert!(array.is_standard_layout());
            assert_eq!(array.iter().copied().collect::<Vec<f32>>(), elements);
            let back = Tensor::from(array);
            assert_eq!((back.as_slice().as_ptr(), back.shape()), (start, shape));
            assert_eq!(back.into_vec(), elements);
        }
        check([]);
        check([5]);
        check([2, 3]);
        check([2, 3, 4]);
        check([2, 1, 3, 2]);
        check([2, 1, 3, 2, 1]);
        check([2, 1, 3, 2, 1, 2]);
    }

    #[test]
    fn empty_tensors_become_empty_arrays() {
        let array = Tensor::<f64, 3>::zeros([2, 0, 3]).into_ndarray();
        assert_eq!(array.shape(), [2, 0, 3]);
        assert_eq!(Tensor::from(array).shape(), [2, 0, 3]);
    }

    #[test]
    fn arrays_in_another_layout_become_tensors_by_a_copy() {
        let transposed = array![[1, 2, 3], [4, 5, 6]].reversed_axes();
        assert_eq!(Tensor::from(transposed), Tensor::from_shape_vec([3, 2], vec![1, 4, 2, 5, 3, 6]).unwrap());
        let tail = array![[1, 2], [3, 4], [5, 6]].slice_move(s![1.., ..]);
        assert_eq!(Tensor::from(tail), Tensor::from_shape_vec([2, 2], vec![3, 4, 5, 6]).unwrap());
    }

    #[test]
    fn views_of_any_layout_are_read_in_order() {
        let array = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (100 * i + 10 * j + k) as i32);
        let mut backwards = array.view();
        backwards.invert_axis(Axis(1));
        for view in [
            array.view(),
            array.slice(s![.., 1.., ..;2]),
            array.slice(s![..;-1, .., ..;-3]),
            array.view().permuted_axes([2, 0, 1]),
            array.slice(s![.., 1..1, ..]),
            array.slice(s![.., ..1, ..]).broadcast((2, 1, 4)).unwrap(),
            backwards,
        ] {
            let expected: Vec<i32> = view.iter().copied().collect();
            let tensor: TensorRef<'_, i32, 3> = view.into();
            assert_eq!(tensor.shape().as_slice(), view.shape());
            assert_eq!(tensor.to_vec(), expected);
            assert_eq!(*tensor.contiguous().unwrap(), *expected);
            assert_eq!(tensor.as_slice().is_some(), view.is_standard_layout());
            assert_eq!(tensor.get([1, 0, 0]), view.get((1, 0, 0)).copied());
            assert_eq!(tensor.get([0, 3, 0]), view.get((0, 3, 0)).copied());
            assert_eq!(ArrayView::from(tensor), view);
        }
    }

    #[test]
    fn contiguous_arguments_are_not_copied() {
        let array = array![[1.0, 2.0], [3.0, 4.0]];
        let tensor: TensorRef<'_, f64, 2> = (&array).into();
        assert_eq!(tensor.contiguous().unwrap().as_ptr(), array.as_ptr());
        let scalar = arr0(7_i64);
        assert_eq!(TensorRef::from(&scalar).item(), 7);
    }

    #[test]
    fn a_view_larger_than_memory_fails_as_a_value() {
        let huge = Array2::<f64>::zeros((1, 1));
        let huge: TensorRef<'_, f64, 2> = huge.broadcast((1 << 40, 1 << 20)).unwrap().into();
        assert!(huge.contiguous().is_none());
    }

    #[test]
    fn outputs_of_any_layout_are_written_in_place() {
        let mut array = Array2::<i32>::zeros((2, 3));
        {
            let mut output: TensorMut<'_, i32, 2> = array.view_mut().reversed_axes().into();
            assert_eq!(output.shape(), [3, 2]);
            assert!(output.as_mut_slice().is_none());
            assert!(output.set([2, 0], 5) && !output.set([0, 2], 1));
            assert_eq!(output.get([2, 0]), Some(5));
            let mut view = ArrayViewMut::from(output);
            view[[0, 1]] = 6;
        }
        assert_eq!(array, array![[0, 0, 5], [6, 0, 0]]);
        let mut output: TensorMut<'_, i32, 2> = (&mut array).into();
        assert_eq!(output.as_mut_slice().unwrap(), [0, 0, 5, 6, 0, 0]);
    }
}
