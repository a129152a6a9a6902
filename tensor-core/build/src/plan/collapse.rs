//! Adjacent loops that every buffer walks as if they were one become one: a long inner loop vectorises, many short
//! ones do not. Loops of one iteration disappear.

use super::{Compute, Group, Map, Reduce, Sum, View};
use tensor_core::types::Dim;

/// Merges what loops of `group` can be merged; the reduced loop of a reduction stays as it is.
pub(super) fn collapse(group: &mut Group) {
    match group {
        Group::Map(Map { compute, write }) => {
            let Compute { domain, reads, .. } = compute;
            merge(domain, &mut reads.iter_mut().chain(write).collect::<Vec<_>>(), None);
        }
        Group::Reduce(Reduce { compute, axis, write, best, .. }) => {
            let Compute { domain, reads, .. } = compute;
            let mut views: Vec<&mut View> = reads.iter_mut().chain(best).collect();
            views.push(write);
            *axis = merge(domain, &mut views, Some(*axis));
        }
        // Its loops have a meaning.
        Group::Matmul(_) => {}
    }
}

/// Returns where the loop `keep` is afterwards.
fn merge(domain: &mut Vec<Dim>, views: &mut [&mut View], keep: Option<usize>) -> usize {
    let mut keep = keep.unwrap_or(usize::MAX);
    for number in (0..domain.len()).rev() {
        let outer = number.wrapping_sub(1);
        let gone = if number != keep && domain[number].is_constant(1) {
            true
        } else if number > 0
            && number != keep
            && outer != keep
            && views.iter().all(|view| is_one_walk(view, number, domain))
        {
            domain[outer] = domain[outer].clone() * domain[number].clone();
            views.iter_mut().for_each(|view| view.strides[outer] = view.strides[number].clone());
            true
        } else {
            false
        };
        if gone {
            domain.remove(number);
            views.iter_mut().for_each(|view| _ = view.strides.remove(number));
            if keep != usize::MAX && number < keep {
                keep -= 1;
            }
        }
    }
    keep
}

/// Whether one step of the loop outside of `number` goes as far as all steps of `number`.
fn is_one_walk(view: &View, number: usize, domain: &[Dim]) -> bool {
    let (outer, inner): (&Sum, &Sum) = (&view.strides[number - 1], &view.strides[number]);
    if outer.is_zero() && inner.is_zero() {
        return true;
    }
    match (outer.as_dim(), inner.as_dim()) {
        (Some(outer), Some(inner)) => *outer == inner.clone() * domain[number].clone(),
        _ => false,
    }
}
