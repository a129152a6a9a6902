//! The surface tree: what was written, with the places where it was written. It knows no operation by name and
//! attaches no meaning; `check::resolve` does.
//!
//! Values, dims and attributes share one expression grammar; whether an expression is a dim is decided where one
//! is demanded.

use crate::diag::{Diagnostic, Region};
use crate::types::{Cmp, Literal};
use proc_macro2::{Ident, TokenStream};

/// One `tensor_fn! { .. }`.
#[derive(Default)]
pub struct Block {
    /// `#![smt(..)]`.
    pub flags: Flags,
    /// In order of declaration.
    pub consts: Vec<Const>,
    /// In order of declaration.
    pub fns: Vec<Fn>,
    /// Names of functions and constants that do not parse. They have been reported; what uses them is no second mistake.
    pub broken: Vec<Ident>,
}

/// How obligations are discharged in this block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Time for one discharge.
    pub timeout_ms: u32,
    /// `on_unknown = check`: an obligation that could not be decided becomes a run-time check.
    pub check_unknown: bool,
    /// `retry = true`: after unknown, once more with only the facts that share variables with the goal.
    pub retry: bool,
}

impl Default for Flags {
    fn default() -> Flags {
        Flags { timeout_ms: 2000, check_unknown: false, retry: false }
    }
}

/// `const NAME = literal;`
#[derive(Debug)]
pub struct Const {
    /// The name.
    pub name: Ident,
    /// Its value, sign included.
    pub value: Literal,
    /// Where the value is.
    pub value_at: Region,
}

/// A function.
pub struct Fn {
    /// Doc comments, `cfg` and other attributes, kept for the expansion.
    pub attrs: Vec<syn::Attribute>,
    /// `pub` and the like.
    pub vis: syn::Visibility,
    /// The name.
    pub name: Ident,
    /// Shape variables between `<` and `>`.
    pub generics: Vec<Ident>,
    /// In order.
    pub params: Vec<Param>,
    /// One for a plain result, several for a tuple.
    pub results: Vec<Type>,
    /// `requires`, `assume`, `dim` before the body, in order.
    pub clauses: Vec<Clause>,
    /// Between the braces; what is wrong with it where it does not parse, so that the signature stays usable.
    pub body: Result<Body, Diagnostic>,
    /// From `fn` to the end of the signature and its clauses.
    pub signature_at: Region,
    /// All of it from `fn`, for trying changes.
    pub tokens: TokenStream,
}

/// The body of a function.
#[derive(Debug)]
pub struct Body {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// What it returns.
    pub tail: Expr,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// The name.
    pub name: Ident,
    /// `Tensor[..]` or `dim`.
    pub kind: ParamKind,
}

/// What a parameter takes.
#[derive(Debug)]
pub enum ParamKind {
    /// A tensor.
    Tensor(Type),
    /// A `usize` that binds a shape variable of the parameter's name.
    Dim,
}

/// `Tensor[dtype, [dim, ..], pred, ..]`
#[derive(Debug)]
pub struct Type {
    /// The dtype's name, not yet looked up.
    pub dtype: Ident,
    /// The dims.
    pub shape: Vec<Expr>,
    /// The refinements.
    pub refinements: Vec<Pred>,
    /// The whole type.
    pub at: Region,
    /// The brackets of the shape.
    pub shape_at: Region,
}

/// A clause between signature and body.
#[derive(Debug)]
pub enum Clause {
    /// `requires pred, ..`
    Requires(Vec<Pred>),
    /// `assume product == product, ..`
    Assume(Vec<Equation>),
    /// `dim NAME = product`
    Dim(DimDef),
}

/// `dim NAME = product`
#[derive(Debug)]
pub struct DimDef {
    /// The new shape variable.
    pub name: Ident,
    /// Its value; may multiply variables.
    pub value: Expr,
}

/// `product == product`
#[derive(Debug)]
pub struct Equation {
    /// Left side; may multiply variables.
    pub lhs: Expr,
    /// Right side.
    pub rhs: Expr,
    /// Both.
    pub at: Region,
}

/// A statement.
#[derive(Debug)]
pub enum Stmt {
    /// `let pattern: type = value;`
    Let {
        /// What is bound.
        pattern: Pattern,
        /// The annotation.
        ty: Option<Type>,
        /// The value.
        value: Expr,
    },
    /// `dim NAME = product;`
    Dim(DimDef),
    /// `assume product == product;`
    Assume(Equation),
}

/// What a `let` binds.
#[derive(Debug)]
pub enum Pattern {
    /// A name.
    Name(Ident),
    /// `_`
    Ignore(Region),
    /// `(pattern, ..)`
    Tuple(Vec<Pattern>, Region),
}

/// An expression for a value, a dim or an attribute.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All its tokens.
    pub at: Region,
}

/// The forms of expression.
#[derive(Debug)]
pub enum ExprKind {
    /// A variable, parameter, constant, shape variable, dtype or operator name.
    Name(Ident),
    /// A number, `true` or `false`.
    Literal(Literal),
    /// `-a`
    Neg(Box<Expr>),
    /// `a op b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(a)`
    Paren(Box<Expr>),
    /// `(a, b, ..)`
    Tuple(Vec<Expr>),
    /// `name[attr, ..](arg, ..)`
    Call(Call),
}

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`, only in dims
    Rem,
}

impl BinaryOp {
    /// As written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
        }
    }
}

/// `name[attr, ..](arg, ..)`
#[derive(Debug)]
pub struct Call {
    /// An operation or a function of the block.
    pub name: Ident,
    /// Between `[` and `]`; `None` if there are no brackets.
    pub attrs: Option<Vec<Attr>>,
    /// The brackets, where there are any.
    pub attrs_at: Option<Region>,
    /// Between `(` and `)`.
    pub args: Vec<Expr>,
    /// The parentheses.
    pub args_at: Region,
}

/// `value` or `name = value` between the brackets of a call.
#[derive(Debug)]
pub struct Attr {
    /// The name before `=`.
    pub name: Option<Ident>,
    /// The value.
    pub value: AttrValue,
    /// Name and value.
    pub at: Region,
}

/// The value of an attribute.
#[derive(Debug)]
pub enum AttrValue {
    /// An expression: a dim, an axis, an operator's or a dtype's name.
    Expr(Expr),
    /// `[i, j]`, as in `axes = [i, j]`.
    List(Vec<Expr>, Region),
}

/// A predicate.
#[derive(Debug)]
pub struct Pred {
    /// What it is.
    pub kind: PredKind,
    /// All its tokens.
    pub at: Region,
}

/// The forms of predicate.
#[derive(Debug)]
pub enum PredKind {
    /// `a cmp b`
    Compare(Cmp, Box<Expr>, Box<Expr>),
    /// `a && b`
    And(Box<Pred>, Box<Pred>),
    /// `a || b`
    Or(Box<Pred>, Box<Pred>),
    /// `!a`
    Not(Box<Pred>),
    /// `(a)`
    Paren(Box<Pred>),
}

impl Expr {
    /// Calls `each` on every name in a dim.
    pub(crate) fn names(&self, each: &mut impl FnMut(&Ident)) {
        match &self.kind {
            ExprKind::Name(name) => each(name),
            ExprKind::Neg(inner) | ExprKind::Paren(inner) => inner.names(each),
            ExprKind::Binary(_, lhs, rhs) => {
                lhs.names(each);
                rhs.names(each);
            }
            ExprKind::Literal(_) | ExprKind::Tuple(_) | ExprKind::Call(_) => {}
        }
    }
}
