//! Tensors as text, in the manner of `ndarray`.

use crate::{Element, Tensor, TensorMut, TensorRef};
use std::fmt::{self, Formatter};

/// Up to so many elements, all are shown.
const SHOW_ALL: usize = 1000;
/// Of each axis of a larger tensor, so many at either end.
const EDGE: usize = 3;

/// Writes `[[1, 2],\n [3, 4]]`; of more than 1000 elements, the first and last three of each axis.
fn write<T: Element, const R: usize>(
    f: &mut Formatter<'_>,
    tensor: &TensorRef<'_, T, R>,
    element: fn(&T, &mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let edge = if tensor.len() > SHOW_ALL { EDGE } else { usize::MAX / 2 };
    write_axis(f, tensor, element, edge, [0; R], 0)
}

fn write_axis<T: Element, const R: usize>(
    f: &mut Formatter<'_>,
    tensor: &TensorRef<'_, T, R>,
    element: fn(&T, &mut Formatter<'_>) -> fmt::Result,
    edge: usize,
    mut index: [usize; R],
    axis: usize,
) -> fmt::Result {
    if axis == R {
        return tensor.get(index).map_or(Ok(()), |value| element(&value, f));
    }
    let dim = tensor.shape()[axis];
    f.write_str("[")?;
    let mut position = 0;
    // An axis around an empty one has nothing to show, however long it is.
    while position < dim && !tensor.is_empty() {
        if position > 0 {
            separate(f, axis, R)?;
        }
        if dim > 2 * edge && position == edge {
            f.write_str("...")?;
            position = dim - edge;
            continue;
        }
        index[axis] = position;
        write_axis(f, tensor, element, edge, index, axis + 1)?;
        position += 1;
    }
    f.write_str("]")
}

/// Between two parts along `axis`: a comma, and below the last axis line breaks, as many as there are brackets to close.
fn separate(f: &mut Formatter<'_>, axis: usize, rank: usize) -> fmt::Result {
    f.write_str(",")?;
    if axis + 1 == rank {
        return f.write_str(" ");
    }
    (axis + 1..rank).try_for_each(|_| f.write_str("\n"))?;
    (0..=axis).try_for_each(|_| f.write_str(" "))
}

fn write_debug<T: Element, const R: usize>(f: &mut Formatter<'_>, tensor: &TensorRef<'_, T, R>) -> fmt::Result {
    write!(f, "{}{:?} ", T::DTYPE, tensor.shape())?;
    write(f, tensor, |value, f| fmt::Debug::fmt(value, f))
}

/// The elements, each in the format asked for (`{:.2}`); large tensors in part.
impl<T: Element, const R: usize> fmt::Display for Tensor<T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// Dtype, shape and elements; large tensors in part.
impl<T: Element, const R: usize> fmt::Debug for Tensor<T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_debug(f, &self.view())
    }
}

impl<T: Element, const R: usize> fmt::Display for TensorRef<'_, T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(f, self, |value, f| fmt::Display::fmt(value, f))
    }
}

impl<T: Element, const R: usize> fmt::Debug for TensorRef<'_, T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_debug(f, self)
    }
}

impl<T: Element, const R: usize> fmt::Display for TensorMut<'_, T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

impl<T: Element, const R: usize> fmt::Debug for TensorMut<'_, T, R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_debug(f, &self.view())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tensors_are_shown_whole() {
        assert_eq!(Tensor::from_elem([], 2.5_f32).to_string(), "2.5");
        let tensor = Tensor::from_shape_fn([2, 2, 2], |[i, j, k]| (4 * i + 2 * j + k) as i32);
        assert_eq!(tensor.to_string(), "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]");
        assert_eq!(format!("{:.2}", Tensor::from_elem([2], 0.5_f64)), "[0.50, 0.50]");
        assert_eq!(format!("{:?}", Tensor::from_elem([1, 2], true)), "Bool[1, 2] [[true, true]]");
        assert_eq!(format!("{:?}", Tensor::from_elem([2], 1.0_f32)), "F32[2] [1.0, 1.0]");
    }

    #[test]
    fn empty_tensors_show_their_outermost_brackets() {
        assert_eq!(Tensor::<f32, 1>::zeros([0]).to_string(), "[]");
        assert_eq!(Tensor::<f32, 2>::zeros([1 << 30, 0]).to_string(), "[]");
        assert_eq!(format!("{:?}", Tensor::<f32, 2>::zeros([3, 0])), "F32[3, 0] []");
    }

    #[test]
    fn large_tensors_are_shown_in_part() {
        let line = Tensor::from_shape_fn([2000], |[i]| i as i64);
        assert_eq!(line.to_string(), "[0, 1, 2, ..., 1997, 1998, 1999]");
        let table = Tensor::from_shape_fn([8, 1000], |[i, j]| (i * 1000 + j) as i64).to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 7);
        assert_eq!(lines[0], "[[0, 1, 2, ..., 997, 998, 999],");
        assert_eq!(lines[3], " ...,");
        assert_eq!(lines[6], " [7000, 7001, 7002, ..., 7997, 7998, 7999]]");
    }
}
