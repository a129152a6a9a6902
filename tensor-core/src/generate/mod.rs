//! Random well-typed programs, for tests that compare the checker, the interpreter and compiled kernels.
//!
//! A program is made from a sequence of choices, so that a test harness that shrinks bytes shrinks programs. The programs
//! are correct by construction, not by asking the checker. In their floats every result is an integer small enough to be
//! exact, so that any right implementation gives the same bits. They may stop at a zero divisor or a negative exponent.
//!
//! [`mutate`] makes mistakes in a program, [`scrambled`] nonsense of it, and [`soup`] is nonsense from the start.

mod functions;
mod inputs;
mod mutation;
mod soup;
mod statements;

pub use inputs::{Arguments, arguments};
pub use mutation::{Tokens, mutate};
pub use soup::{scrambled, soup};

use crate::types::{DType, Dim, DimVar, Kind, fmt_shape};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::fmt::Write;

/// Choices read from bytes; when they run out, every choice is the first.
#[derive(Debug)]
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    /// Choices from `bytes`.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes: bytes.iter() }
    }

    /// A number below `count`, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % count
    }

    /// A number below `count`, which is at least 1 and may be larger than one byte tells apart.
    pub fn index(&mut self, count: usize) -> usize {
        (self.below(256) * 256 + self.below(256)) % count
    }

    /// One of `items`, which are not empty.
    pub fn of<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }
}

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Menu<'m> {
    /// Dtypes of values.
    pub dtypes: &'m [DType],
    /// Reductions.
    pub reductions: &'m [&'m str],
    /// Whether reshape, slice and concat are used.
    pub shapes: bool,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// `fn generated<..>(..) -> .. { .. }`
    pub source: String,
    /// The shape variables with their least values.
    pub vars: Vec<(DimVar, usize)>,
    /// The tensor parameters.
    pub params: Vec<(DType, Vec<Dim>)>,
    /// The variables that `dim` parameters bind; these come after the tensors.
    pub dims: Vec<DimVar>,
    /// Pairs of variables of which the first is 1 or equal to the second.
    pub alternatives: Vec<(DimVar, DimVar)>,
    /// Pairs of variables that the call demands to be equal.
    pub equalities: Vec<(DimVar, DimVar)>,
}

/// A value of the program under construction.
#[derive(Clone, Debug)]
struct Tracked {
    name: String,
    dtype: DType,
    shape: Vec<Dim>,
    /// No element of a float is larger in magnitude.
    bound: f64,
}

/// Integers up to here are exact in F32, and so are sums of them up to here.
const EXACT: f64 = 16_777_216.0;
/// No inputs are larger in magnitude.
pub const INPUT_BOUND: i64 = 3;
/// Tests give no shape variable a larger value.
pub const LARGEST_DIM: usize = 4;

/// Makes a program from `choices`.
pub fn program(choices: &mut Choices<'_>, menu: Menu<'_>) -> Program {
    let mut generator = Generator {
        choices,
        menu,
        vars: Vec::new(),
        values: Vec::new(),
        params: Vec::new(),
        dims: Vec::new(),
        alternatives: Vec::new(),
        equalities: Vec::new(),
        clauses: String::new(),
        body: String::new(),
        helpers: Vec::new(),
        products: 0,
    };
    generator.signature();
    let statements = 1 + generator.choices.below(8);
    for _ in 0..statements {
        generator.statement();
    }
    generator.finish()
}

struct Generator<'g, 'c, 'm> {
    choices: &'g mut Choices<'c>,
    menu: Menu<'m>,
    /// Variables with their least values; products after the generics.
    vars: Vec<(DimVar, usize)>,
    values: Vec<Tracked>,
    params: Vec<(DType, Vec<Dim>)>,
    dims: Vec<DimVar>,
    alternatives: Vec<(DimVar, DimVar)>,
    equalities: Vec<(DimVar, DimVar)>,
    clauses: String,
    body: String,
    /// Functions that the program calls.
    helpers: Vec<String>,
    products: usize,
}

impl Generator<'_, '_, '_> {
    fn signature(&mut self) {
        for name in ["A", "B", "C"].iter().take(1 + self.choices.below(3)) {
            let least = if self.choices.below(6) == 5 { 0 } else { 1 };
            self.vars.push((DimVar::new(name), least));
        }
        if self.choices.below(4) == 3 {
            let var = DimVar::new("K");
            self.vars.push((var.clone(), 1));
            self.dims.push(var);
        }
        for _ in 0..1 + self.choices.below(3) {
            let rank = *self.choices.of(&[2, 1, 3, 0, 4, 5, 6]);
            // Large shapes have small dims, so that the interpreter keeps up.
            let shape = (0..rank).map(|_| if rank > 4 { self.small_dim() } else { self.param_dim() }).collect();
            let dtype = *self.choices.of(self.menu.dtypes);
            self.param(dtype, shape);
        }
        // Every variable has an axis of its own or is a `dim` parameter, so that each can be inferred.
        for (var, _) in self.vars.clone() {
            let bare = |shape: &Vec<Dim>| shape.iter().any(|dim| dim.as_var() == Some(&var));
            if !self.dims.contains(&var) && !self.params.iter().any(|(_, shape)| bare(shape)) {
                let dtype = *self.choices.of(self.menu.dtypes);
                self.param(dtype, vec![Dim::var(var)]);
            }
        }
        let mut required: Vec<String> =
            self.vars.iter().filter(|(_, least)| *least == 0).map(|(var, _)| format!("{var} >= 0")).collect();
        if self.choices.below(3) == 2 {
            // Of an axis of this length only the call says whether a broadcast repeats it.
            let (var, to) = (DimVar::new("X"), self.choices.of(&self.vars).0.clone());
            required.push(format!("{var} == 1 || {var} == {to}"));
            self.alternatives.push((var.clone(), to.clone()));
            let dtype = *self.choices.of(self.menu.dtypes);
            self.param(dtype, vec![Dim::var(var.clone())]);
            if self.vars.iter().any(|(other, least)| *other == to && *least == 0) {
                required.push(format!("{var} >= 0"));
                self.vars.push((var, 0));
            } else {
                self.vars.push((var, 1));
            }
        }
        if !required.is_empty() {
            write!(self.clauses, "requires {} ", required.join(", ")).unwrap();
        }
    }

    fn param(&mut self, dtype: DType, shape: Vec<Dim>) {
        self.params.push((dtype, shape.clone()));
        let name = format!("p{}", self.params.len() - 1);
        self.values.push(Tracked { name, dtype, shape, bound: INPUT_BOUND as f64 });
    }

    fn var(&mut self) -> Dim {
        Dim::var(self.choices.of(&self.vars).0.clone())
    }

    fn small_dim(&mut self) -> Dim {
        match self.choices.below(3) {
            0 => self.var(),
            number => Dim::constant(number as i64),
        }
    }

    fn param_dim(&mut self) -> Dim {
        match self.choices.below(8) {
            0..=3 => self.var(),
            4 => Dim::constant(1 + self.choices.below(3) as i64),
            5 => Dim::constant(2) * self.var(),
            6 => self.var() + Dim::constant(1),
            _ => self.var() + self.var(),
        }
    }

    /// The least value of a dim: it grows with every variable.
    fn least(&self, dim: &Dim) -> i64 {
        let value_of =
            |var: &DimVar| self.vars.iter().find(|(name, _)| name == var).map(|(_, least)| BigInt::from(*least));
        dim.eval(&value_of).and_then(|least| least.to_i64()).expect("every variable is known and small")
    }

    /// The largest value that tests give it.
    fn largest(&self, dim: &Dim) -> f64 {
        let value_of = |var: &DimVar| {
            let factors = if var.name().starts_with('N') { 6 } else { 1 };
            Some(BigInt::from(2 * LARGEST_DIM + 1).pow(factors))
        };
        dim.eval(&value_of).and_then(|value| value.to_f64()).expect("every variable is known")
    }

    fn pick(&mut self) -> Tracked {
        // The newest value is the first choice, so that programs are chains rather than heaps of dead code.
        let back = self.choices.below(self.values.len());
        self.values[self.values.len() - 1 - back].clone()
    }

    fn pick_where(&mut self, fits: impl Fn(&Tracked) -> bool) -> Option<Tracked> {
        let fitting: Vec<Tracked> = self.values.iter().rev().filter(|value| fits(value)).cloned().collect();
        if fitting.is_empty() { None } else { Some(self.choices.of(&fitting).clone()) }
    }

    fn bind(&mut self, expr: String, dtype: DType, shape: Vec<Dim>, bound: f64) {
        let name = format!("v{}", self.values.len());
        let annotation = match self.choices.below(6) {
            4 => format!(": Tensor[{dtype}, {}]", fmt_shape(&shape)),
            5 => match shape.first() {
                Some(dim) => format!(": Tensor[{dtype}, {}, {dim} >= {}]", fmt_shape(&shape), self.least(dim)),
                None => String::new(),
            },
            _ => String::new(),
        };
        writeln!(self.body, "    let {name}{annotation} = {expr};").unwrap();
        self.values.push(Tracked { name, dtype, shape, bound });
    }

    /// Whether a float of magnitude `bound` is exact; integers wrap and are always exact.
    fn exact(dtype: DType, bound: f64) -> bool {
        dtype.kind() != Kind::Float || bound < EXACT
    }

    fn finish(self) -> Program {
        let generic = |var: &DimVar| !var.name().starts_with('N') && !self.dims.contains(var);
        let generics: Vec<&str> =
            self.vars.iter().map(|(var, _)| var).filter(|var| generic(var)).map(DimVar::name).collect();
        let mut params: Vec<String> = self
            .params
            .iter()
            .enumerate()
            .map(|(position, (dtype, shape))| format!("p{position}: Tensor[{dtype}, {}]", fmt_shape(shape)))
            .collect();
        params.extend(self.dims.iter().map(|var| format!("{var}: dim")));
        // The last values are returned: all that the statements made, up to three.
        let made = &self.values[self.params.len()..];
        let mut results: Vec<&Tracked> = match made {
            [] => self.values.iter().rev().take(1).collect(),
            made => made.iter().rev().take(3).collect(),
        };
        match self.choices.below(6) {
            4 => results.push(results[0]),
            5 => results.push(&self.values[0]),
            _ => {}
        }
        let types: Vec<String> =
            results.iter().map(|value| format!("Tensor[{}, {}]", value.dtype, fmt_shape(&value.shape))).collect();
        let names: Vec<&str> = results.iter().map(|value| value.name.as_str()).collect();
        let (types, names) = match &names[..] {
            [name] => (types.join(", "), (*name).to_owned()),
            names => (format!("({})", types.join(", ")), format!("({})", names.join(", "))),
        };
        let source = format!(
            "fn generated<{}>({}) -> {types} {}{{\n{}    {names}\n}}\n{}",
            generics.join(", "),
            params.join(", "),
            self.clauses,
            self.body,
            self.helpers.concat()
        );
        let vars = self.vars.into_iter().filter(|(var, _)| !var.name().starts_with('N')).collect();
        let (alternatives, equalities) = (self.alternatives, self.equalities);
        Program { source, vars, params: self.params, dims: self.dims, alternatives, equalities }
    }
}

#[cfg(test)]
mod tests;
