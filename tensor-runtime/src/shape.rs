//! Shapes: element counts that fit in memory, and where an index lies.

use crate::{Element, Error};

/// The number of elements of a tensor of this shape, if their count and size fit in the address space. An axis of
/// length 0 does not hide an absurd one: it counts as 1 for the limit.
pub(crate) fn element_count<T: Element>(shape: &[usize]) -> Result<usize, Error> {
    let too_large = || Error::ShapeTooLarge { dtype: T::DTYPE, shape: shape.to_vec() };
    let limit = isize::MAX as usize;
    let count = shape.iter().try_fold(1_usize, |count, &dim| count.checked_mul(dim.max(1))).ok_or_else(too_large)?;
    let bytes = T::units(count).checked_mul(size_of::<T::Storage>());
    if count > limit || bytes.is_none_or(|bytes| bytes > limit) {
        return Err(too_large());
    }
    Ok(if shape.contains(&0) { 0 } else { count })
}

/// The row-major position of `index`, if it is within `shape`.
pub(crate) fn position<const R: usize>(shape: &[usize; R], index: [usize; R]) -> Option<usize> {
    // No overflow: with every index below its dim, the result is below the element count.
    shape.iter().zip(index).try_fold(0, |position, (&dim, index)| (index < dim).then(|| position * dim + index))
}

/// Calls `visit` with every index of `shape`, row-major.
pub(crate) fn for_each_index<const R: usize>(shape: [usize; R], mut visit: impl FnMut([usize; R])) {
    if shape.contains(&0) {
        return;
    }
    let mut index = [0; R];
    loop {
        visit(index);
        // Counts up like an odometer, the last axis fastest.
        let Some(axis) = (0..R).rev().find(|&axis| index[axis] + 1 < shape[axis]) else { return };
        index[axis] += 1;
        index[axis + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(element_count::<f32>(&[]), Ok(1));
        assert_eq!(element_count::<f32>(&[2, 3, 4]), Ok(24));
        assert_eq!(element_count::<f32>(&[2, 0, 4]), Ok(0));
        assert_eq!(element_count::<f32>(&[(isize::MAX as usize) / 4]), Ok(isize::MAX as usize / 4));
    }

    #[test]
    fn absurd_shapes_are_errors_even_beside_a_zero() {
        for shape in [vec![isize::MAX as usize / 4 + 1], vec![1 << 40, 1 << 40], vec![0, 1 << 40, 1 << 40]] {
            let error = element_count::<f32>(&shape).unwrap_err();
            assert_eq!(error, Error::ShapeTooLarge { dtype: "F32", shape });
        }
        // Half a byte each.
        assert!(element_count::<crate::I4>(&[isize::MAX as usize]).is_ok());
        assert!(element_count::<crate::I4>(&[isize::MAX as usize + 1]).is_err());
    }

    #[test]
    fn positions() {
        assert_eq!(position(&[], []), Some(0));
        assert_eq!(position(&[2, 3], [1, 2]), Some(5));
        assert_eq!(position(&[2, 3], [2, 0]), None);
        assert_eq!(position(&[2, 3], [0, 3]), None);
        assert_eq!(position(&[2, 0], [0, 0]), None);
    }

    #[test]
    fn indices_come_row_major() {
        let mut seen = Vec::new();
        for_each_index([2, 2], |index| seen.push(index));
        assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]);
        let mut count = 0;
        for_each_index([], |[]| count += 1);
        for_each_index([3, 0], |_| count += 10);
        assert_eq!(count, 1);
    }
}
