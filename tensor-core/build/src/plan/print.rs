//! A plan as text, for tests and dumps.

use super::{Buffer, BufferId, Compute, Group, Node, NodeId, Place, Plan, Slot, Sum, View};
use std::fmt;
use tensor_core::types::fmt_shape;

/// One line for each slot, then one for each group:
/// ```text
/// slot 0: F32 * max(N * 10)
/// matmul [N, 64, 10] slot 0 = input 0 . input 1
/// map [N, 10] output 0 = max(add(slot 0, input 2[0, 1]), 0)
/// ```
/// A read or write that is not of the loops in row-major order shows its offset and its stride along each loop.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, slot) in self.slots.iter().enumerate() {
            writeln!(f, "slot {number}: {} * {}", slot.dtype, largest(slot))?;
        }
        for group in &self.groups {
            match group {
                Group::Map(map) => {
                    let domain = fmt_shape(&map.compute.domain);
                    let write =
                        map.write.as_ref().map_or("nothing".to_owned(), |write| self.view(write, &map.compute.domain));
                    writeln!(f, "map {domain} {write} = {}", self.compute(&map.compute))?;
                }
                Group::Reduce(reduce) => {
                    let domain = &reduce.compute.domain;
                    let best =
                        reduce.best.as_ref().map_or(String::new(), |best| format!(", {}", self.view(best, domain)));
                    writeln!(
                        f,
                        "{:?} over {} of {} {}{best} = {}",
                        reduce.kind,
                        reduce.axis,
                        fmt_shape(domain),
                        self.view(&reduce.write, domain),
                        self.compute(&reduce.compute)
                    )?;
                }
                Group::Matmul(m) => {
                    let with_batch = |dims: [&_; 2]| -> Vec<_> { m.batch.iter().chain(dims).cloned().collect() };
                    let loops: Vec<_> = m.batch.iter().chain([&m.rows, &m.inner, &m.columns]).cloned().collect();
                    writeln!(
                        f,
                        "matmul {} {} = {} . {}",
                        fmt_shape(&loops),
                        self.view(&m.write, &with_batch([&m.rows, &m.columns])),
                        self.view(&m.lhs, &with_batch([&m.rows, &m.inner])),
                        self.view(&m.rhs, &with_batch([&m.inner, &m.columns]))
                    )?;
                }
            }
        }
        Ok(())
    }
}

impl Plan {
    /// The plan with what stands around it: one line for each buffer of the caller, and the bytes of scratch memory that
    /// a call takes, all at once, where `up(n)` is `n` rounded up to a multiple of 64:
    /// ```text
    /// input 0: F32 * (64 * N)
    /// output 0: F32 * (10 * N)
    /// scratch: up(4 * max(10 * N)) bytes
    /// ```
    pub fn report(&self) -> String {
        let mut text = String::new();
        for Buffer { dtype, volume, place } in &self.buffers {
            match place {
                Place::Input(number) => text += &format!("input {number}: {dtype} * ({volume})\n"),
                Place::Output(number) => text += &format!("output {number}: {dtype} * ({volume})\n"),
                Place::Temporary(_) => {}
            }
        }
        let slots = self.slots.iter().map(|slot| format!("up({} * {})", slot.dtype.bits() / 8, largest(slot)));
        let scratch: Vec<String> = slots.collect();
        let scratch = if scratch.is_empty() { "0".to_owned() } else { scratch.join(" + ") };
        format!("{text}scratch: {scratch} bytes\n\n{self}")
    }

    fn view(&self, view: &View, domain: &[tensor_core::types::Dim]) -> String {
        let BufferId(number) = view.buffer;
        let Buffer { place, .. } = &self.buffers[number];
        let place = match place {
            Place::Input(input) => format!("input {input}"),
            Place::Output(output) => format!("output {output}"),
            Place::Temporary(slot) => format!("slot {slot}"),
        };
        let row_major = super::row_major(domain);
        let plain = view.strides.iter().zip(&row_major).all(|(stride, plain)| stride.as_dim() == Some(plain));
        if plain && view.offset.is_zero() {
            return place;
        }
        let offset = if view.offset.is_zero() { String::new() } else { format!("{}; ", sum(&view.offset)) };
        let strides: Vec<String> = view.strides.iter().map(sum).collect();
        format!("{place}[{offset}{}]", strides.join(", "))
    }

    /// What the group computes; what it uses more than once stands behind, each once.
    fn compute(&self, compute: &Compute) -> String {
        let mut uses = vec![0; compute.nodes.len()];
        for node in &compute.nodes {
            match node {
                Node::Elementwise { args, .. } => args.iter().for_each(|arg| uses[arg.0] += 1),
                Node::Cast(_, arg) => uses[arg.0] += 1,
                Node::Read(_) | Node::Literal(..) | Node::Dim(..) => {}
            }
        }
        let shared = |node: NodeId| {
            uses[node.0] > 1 && matches!(compute.nodes[node.0], Node::Elementwise { .. } | Node::Cast(..))
        };
        let mut text = self.node(compute, compute.root(), &shared);
        for node in (0..compute.nodes.len()).map(NodeId).filter(|node| shared(*node)) {
            text += &format!(" where %{} = {}", node.0, self.node(compute, node, &shared));
        }
        text
    }

    fn node(&self, compute: &Compute, node: NodeId, shared: &dyn Fn(NodeId) -> bool) -> String {
        let operand = |arg: &NodeId| match shared(*arg) {
            true => format!("%{}", arg.0),
            false => self.node(compute, *arg, shared),
        };
        match &compute.nodes[node.0] {
            Node::Read(read) => self.view(&compute.reads[*read], &compute.domain),
            Node::Literal(_, literal) => literal.to_string(),
            Node::Dim(dtype, dim) => format!("{dtype}({dim})"),
            Node::Elementwise { row, args, .. } => {
                let args: Vec<String> = args.iter().map(operand).collect();
                format!("{}({})", row.name, args.join(", "))
            }
            Node::Cast(dtype, arg) => format!("{dtype}({})", operand(arg)),
        }
    }
}

/// The number of elements that a slot holds.
fn largest(slot: &Slot) -> String {
    let volumes: Vec<String> = slot.volumes.iter().map(|volume| volume.to_string()).collect();
    format!("max({})", volumes.join(", "))
}

fn sum(sum: &Sum) -> String {
    let term = |term: &super::Term| {
        let ones: Vec<String> = term.unless_one.iter().map(|extent| format!(" unless {extent} == 1")).collect();
        format!("{}{}", term.value, ones.concat())
    };
    match sum.terms() {
        [] => "0".to_owned(),
        terms => terms.iter().map(term).collect::<Vec<_>>().join(" + "),
    }
}
