//! Where temporaries are: slots of scratch memory, each used again once its last reader has run.

use super::{Buffer, BufferId, Group, Place};
use tensor_core::types::{DType, Dim};

/// A piece of scratch memory that holds one temporary at a time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub dtype: DType,
    /// The numbers of elements that it must hold: it is as large as the largest.
    pub volumes: Vec<Dim>,
}

/// A buffer of which `None` says that it is a temporary without a slot yet.
pub(super) struct Unplaced {
    pub dtype: DType,
    pub volume: Dim,
    pub place: Option<Place>,
}

/// Gives each temporary a slot. Temporaries share a slot where they have the same dtype and are not needed at the
/// same time; those of equal size first, so that slots do not grow without need.
pub(super) fn assign(mut unplaced: Vec<Unplaced>, groups: &[Group]) -> (Vec<Buffer>, Vec<Slot>) {
    let mut slots: Vec<Slot> = Vec::new();
    // For each slot, the last group that needs what it holds now.
    let mut busy_until: Vec<usize> = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        for buffer in group.writes() {
            let Unplaced { dtype, volume, place } = &mut unplaced[buffer.0];
            if place.is_some() {
                continue;
            }
            let mut free: Vec<usize> =
                (0..slots.len()).filter(|slot| busy_until[*slot] < number && slots[*slot].dtype == *dtype).collect();
            free.sort_by_key(|slot| !slots[*slot].volumes.contains(volume));
            let slot = free.first().copied().unwrap_or_else(|| {
                slots.push(Slot { dtype: *dtype, volumes: Vec::new() });
                busy_until.push(0);
                slots.len() - 1
            });
            if !slots[slot].volumes.contains(volume) {
                slots[slot].volumes.push(volume.clone());
            }
            busy_until[slot] = last_use(groups, buffer, number);
            *place = Some(Place::Temporary(slot));
        }
    }
    let placed = |Unplaced { dtype, volume, place }| {
        let place = place.unwrap_or_else(|| unreachable!("a group writes each temporary"));
        Buffer { dtype, volume, place }
    };
    (unplaced.into_iter().map(placed).collect(), slots)
}

/// The last group from `first` on that reads or writes `buffer`.
fn last_use(groups: &[Group], buffer: BufferId, first: usize) -> usize {
    let uses = |group: &Group| group.reads().contains(&buffer) || group.writes().contains(&buffer);
    groups.iter().rposition(uses).unwrap_or(first)
}
