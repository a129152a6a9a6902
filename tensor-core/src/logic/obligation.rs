//! Obligations: what must be proved for a function to be accepted, and why.

use super::WrittenCall;
use crate::diag::{Fix, Region};
use crate::types::{Cmp, Dim, Pred, Refinements, TensorType};
use num_traits::Signed;
use std::rc::Rc;

/// A goal that must follow from Γ.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// φ.
    pub goal: Pred,
    /// Which premise of which rule it is.
    pub reason: Reason,
    /// To what the rule was applied.
    pub subject: Subject,
    /// The tokens to blame if it fails.
    pub at: Region,
    /// Which facts it may use.
    pub scope: FactScope,
    /// Whether it becomes a fact once proved.
    pub keep: bool,
}

/// Which facts of Γ an obligation may use.
#[derive(Clone, Debug)]
pub enum FactScope {
    /// All of them.
    All,
    /// Of the refinements only those of the value itself: the rule of subtyping.
    Subtyping(Refinements),
}

/// What a rule was applied to, for messages.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The operation, function or construct, as written.
    pub name: String,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// The whole expression or construct.
    pub at: Region,
    /// What is written there, if it is a call.
    pub call: Option<Rc<WrittenCall>>,
    /// Two of the arguments or results beside each other exchanged, where dtypes and ranks allow it.
    pub swaps: Rc<[Fix]>,
}

/// An operand, for messages.
#[derive(Clone, Debug)]
pub struct Operand {
    /// What to call it: its name if it has one.
    pub label: String,
    /// As it is written.
    pub written: String,
    /// Its type.
    pub ty: TensorType,
    /// Where it is written.
    pub at: Region,
    /// The call that it is, or that its name was bound to by `let`.
    pub call: Option<Rc<WrittenCall>>,
}

impl Operand {
    /// The call of `name` that is written in its place.
    pub fn own_call(&self, name: &str) -> Option<&WrittenCall> {
        self.call.as_deref().filter(|call| call.name == name && call.at.start().start() == self.at.start().start())
    }
}

/// What a variable of a callee was solved from.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The callee's variable.
    pub var: String,
    /// The callee's parameter.
    pub param: String,
    /// The axis.
    pub axis: usize,
    /// The argument.
    pub operand: Operand,
}

/// Which premise an obligation is.
#[derive(Clone, Debug)]
pub enum Reason {
    /// matmul: the batch axes are equal.
    MatmulBatch {
        /// Of the left operand.
        expected: Dim,
        /// Of the right operand.
        found: Dim,
    },
    /// matmul: the contracted axes are equal.
    MatmulInner {
        /// The last of the left operand.
        expected: Dim,
        /// The last but one of the right operand.
        found: Dim,
        /// Its axis in the right operand.
        axis: usize,
    },
    /// Elementwise: both operands have the same shape.
    SameShape {
        /// The axis.
        axis: usize,
        /// Of the left operand.
        expected: Dim,
        /// Of the right operand.
        found: Dim,
    },
    /// concat: all axes but one are equal.
    ConcatAxis {
        /// The axis.
        axis: usize,
        /// Of the first operand.
        expected: Dim,
        /// Of the operand to blame.
        found: Dim,
    },
    /// reduce: an operator without a neutral element needs one element at least.
    NonEmptyAxis {
        /// The operator.
        reduction: &'static str,
        /// The axis.
        axis: usize,
        /// Its length.
        dim: Dim,
    },
    /// broadcast: an axis has the target's length, or 1.
    Stretch {
        /// The axis of the source.
        axis: usize,
        /// Its length.
        from: Dim,
        /// The target's.
        to: Dim,
        /// The axis of the target.
        target_axis: usize,
        /// The whole target.
        target: Vec<Dim>,
    },
    /// slice: `0 <= start`, `start <= stop` or `stop <= length`.
    SliceBound {
        /// The axis.
        axis: usize,
        /// Whether it is `start <= stop`.
        order: bool,
        /// Left side as it reads in the message.
        lhs: Dim,
        /// Right side.
        rhs: Dim,
    },
    /// A dim of a written shape is at least 0.
    NonNegativeDim {
        /// The dim.
        dim: Dim,
    },
    /// call: an argument has the shape that the callee's parameter demands.
    ArgumentDim {
        /// The callee's parameter.
        param: String,
        /// The axis.
        axis: usize,
        /// As the callee demands, in the caller's terms.
        expected: Dim,
        /// Of the argument.
        found: Dim,
        /// The whole shape that the callee demands, in the caller's terms.
        shape: Vec<Dim>,
        /// Where the callee says so.
        demanded_at: Region,
        /// Why it demands that, if the dim is a variable of its own.
        solved: Option<Box<Solved>>,
    },
    /// call: a condition of the callee.
    CallCondition {
        /// As the callee writes it.
        written: String,
        /// Where the callee says so, if that is at one place.
        demanded_at: Option<Region>,
        /// The operation that dropped it and its place, if it is a refinement that one dropped.
        dropped_by: Option<(String, Region)>,
    },
    /// The value has the shape that the signature or annotation promises.
    PromisedDim {
        /// Which promise, in words: `result`, `result 2`, `annotation`.
        promise: String,
        /// The axis.
        axis: usize,
        /// As promised.
        expected: Dim,
        /// Of the value.
        found: Dim,
        /// The whole shape that is promised.
        promised: Vec<Dim>,
        /// Where that stands.
        promised_at: Region,
    },
    /// The value has the refinement that the signature or annotation promises.
    PromisedRefinement {
        /// Which promise, in words.
        promise: String,
        /// The refinement as written.
        written: String,
        /// The operation that dropped it and its place, if one did.
        dropped_by: Option<(String, Region)>,
    },
}

impl Obligation {
    /// Whether `other` is a premise about another axis of the same rule.
    pub fn is_one_rule_with(&self, other: &Obligation) -> bool {
        let place = |obligation: &Obligation| {
            let (start, end) = (obligation.subject.at.start().start(), obligation.subject.at.end().end());
            (start, end, obligation.subject.name.clone())
        };
        let same_rule = match (&self.reason, &other.reason) {
            (Reason::MatmulBatch { .. }, Reason::MatmulInner { .. })
            | (Reason::SameShape { .. }, Reason::SameShape { .. })
            | (Reason::ConcatAxis { .. }, Reason::ConcatAxis { .. })
            | (Reason::Stretch { .. }, Reason::Stretch { .. })
            | (Reason::PromisedDim { .. }, Reason::PromisedDim { .. }) => true,
            (Reason::ArgumentDim { param, .. }, Reason::ArgumentDim { param: other, .. }) => param == other,
            _ => false,
        };
        same_rule && place(self) == place(other)
    }

    /// A short name for dumps: `matmul-inner`.
    pub fn slug(&self) -> String {
        let premise = match &self.reason {
            Reason::MatmulBatch { .. } => "batch".to_owned(),
            Reason::MatmulInner { .. } => "inner".to_owned(),
            Reason::SameShape { axis, .. } | Reason::ConcatAxis { axis, .. } | Reason::ArgumentDim { axis, .. } => {
                format!("axis-{axis}")
            }
            Reason::CallCondition { .. } => "condition".to_owned(),
            Reason::NonEmptyAxis { .. } => "non-empty".to_owned(),
            Reason::Stretch { axis, .. } => format!("stretch-{axis}"),
            Reason::SliceBound { .. } => "bound".to_owned(),
            Reason::NonNegativeDim { .. } => "non-negative".to_owned(),
            Reason::PromisedDim { axis, .. } => format!("axis-{axis}"),
            Reason::PromisedRefinement { .. } => "refinement".to_owned(),
        };
        let name = self.subject.name.trim_matches('`');
        let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect();
        format!("{name}-{premise}")
    }
}

/// `lhs == rhs`, the form of most premises.
pub fn equal(lhs: &Dim, rhs: &Dim) -> Pred {
    Pred::Compare(Cmp::Eq, lhs.clone(), rhs.clone())
}

/// `dim >= 0`, with what is subtracted on the right: `S >= T` for `S - T`.
pub fn non_negative(dim: &Dim) -> Pred {
    let (mut added, mut subtracted) = (Dim::default(), Dim::default());
    for (monomial, coefficient) in dim.terms() {
        let term = Dim::term(monomial.clone(), coefficient.clone());
        if coefficient.is_negative() {
            subtracted = subtracted - term;
        } else {
            added = added + term;
        }
    }
    Pred::Compare(Cmp::Ge, added, subtracted)
}
