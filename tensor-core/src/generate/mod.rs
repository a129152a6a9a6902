//! Random well-typed programs, for tests that compare the checker, the interpreter and compiled kernels.
//!
//! A program is made from a sequence of choices, so that a test harness that shrinks bytes shrinks programs. The programs
//! are correct by construction, not by asking the checker. In their floats every result is an integer small enough to be
//! exact, so that any right implementation gives the same bits.

use crate::eval::Value;
use crate::types::{DType, Dim, DimVar, Element, Kind};
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
    /// The tensor parameters: all parameters are tensors.
    pub params: Vec<(DType, Vec<Dim>)>,
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
        clauses: String::new(),
        body: String::new(),
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
    clauses: String,
    body: String,
    products: usize,
}

impl Generator<'_, '_, '_> {
    fn signature(&mut self) {
        for name in ["A", "B", "C"].iter().take(1 + self.choices.below(3)) {
            let least = if self.choices.below(6) == 5 { 0 } else { 1 };
            self.vars.push((DimVar::new(name), least));
        }
        for _ in 0..1 + self.choices.below(3) {
            let rank = *self.choices.of(&[2, 1, 3, 0, 4]);
            let shape = (0..rank).map(|_| self.param_dim()).collect();
            let dtype = *self.choices.of(self.menu.dtypes);
            self.param(dtype, shape);
        }
        // Every variable has an axis of its own, so that each can be inferred.
        for (var, _) in self.vars.clone() {
            let bare = |shape: &Vec<Dim>| shape.iter().any(|dim| dim.as_var() == Some(&var));
            if !self.params.iter().any(|(_, shape)| bare(shape)) {
                let dtype = *self.choices.of(self.menu.dtypes);
                self.param(dtype, vec![Dim::var(var)]);
            }
        }
        let opted: Vec<String> =
            self.vars.iter().filter(|(_, least)| *least == 0).map(|(var, _)| format!("{var} >= 0")).collect();
        if !opted.is_empty() {
            write!(self.clauses, "requires {} ", opted.join(", ")).unwrap();
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
        writeln!(self.body, "    let {name} = {expr};").unwrap();
        self.values.push(Tracked { name, dtype, shape, bound });
    }

    /// Whether a float of magnitude `bound` is exact; integers wrap and are always exact.
    fn exact(dtype: DType, bound: f64) -> bool {
        dtype.kind() != Kind::Float || bound < EXACT
    }

    fn statement(&mut self) {
        let kinds = if self.menu.shapes { 14 } else { 10 };
        match self.choices.below(kinds) {
            0 => self.unary(),
            1 => self.binary(),
            2 => self.with_literal(),
            3 => self.compare(),
            4 => self.bitwise(),
            5 => self.cast(),
            6 => self.matmul(),
            7 => self.reduce(),
            8 => self.transpose(),
            9 => self.broadcast(),
            10 => self.flatten(),
            11 => self.unit_axis(),
            12 => self.slice(),
            _ => self.concat(),
        }
    }

    fn unary(&mut self) {
        let x = self.pick();
        match x.dtype.kind() {
            Kind::Bool => self.bind(format!("bitwise_xor({}, true)", x.name), x.dtype, x.shape, 1.0),
            Kind::Float | Kind::SignedInt => {
                let form = *self.choices.of(&["relu(@)", "-@", "abs(@)"]);
                self.bind(form.replace('@', &x.name), x.dtype, x.shape, x.bound);
            }
        }
    }

    fn binary(&mut self) {
        let x = self.pick();
        if x.dtype == DType::Bool {
            return self.bitwise();
        }
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let (form, bound) = self
            .choices
            .of(&[
                ("@ + #", x.bound + y.bound),
                ("@ - #", x.bound + y.bound),
                ("@ * #", x.bound * y.bound),
                ("min(@, #)", x.bound.max(y.bound)),
                ("max(@, #)", x.bound.max(y.bound)),
            ])
            .to_owned();
        if Self::exact(x.dtype, bound) {
            self.bind(form.replace('@', &x.name).replace('#', &y.name), x.dtype, x.shape, bound);
        }
    }

    fn with_literal(&mut self) {
        let x = self.pick();
        if x.dtype == DType::Bool || !Self::exact(x.dtype, 2.0 * x.bound) {
            return;
        }
        let form = *self.choices.of(&["@ + 1", "2 * @", "1 - @", "max(@, -1)", "min(@, 2)"]);
        self.bind(form.replace('@', &x.name), x.dtype, x.shape, 2.0 * x.bound + 2.0);
    }

    fn compare(&mut self) {
        let x = self.pick();
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let ops: &[&str] = if x.dtype == DType::Bool { &["eq", "ne"] } else { &["lt", "le", "gt", "ge", "eq", "ne"] };
        let op = *self.choices.of(ops);
        self.bind(format!("{op}({}, {})", x.name, y.name), DType::Bool, x.shape, 1.0);
    }

    fn bitwise(&mut self) {
        let Some(x) = self.pick_where(|x| x.dtype.kind() != Kind::Float) else { return };
        let Some(y) = self.pick_where(|y| y.dtype == x.dtype && y.shape == x.shape) else { return };
        let op = *self.choices.of(&["bitwise_and", "bitwise_or", "bitwise_xor"]);
        self.bind(format!("{op}({}, {})", x.name, y.name), x.dtype, x.shape, f64::INFINITY);
    }

    fn cast(&mut self) {
        let x = self.pick();
        let dtype = *self.choices.of(self.menu.dtypes);
        let bound = match (x.dtype.kind(), dtype.kind()) {
            (_, Kind::Bool) | (Kind::Bool, _) => 1.0,
            (Kind::SignedInt, _) => f64::INFINITY,
            (Kind::Float, _) => x.bound,
        };
        self.bind(format!("cast[{dtype}]({})", x.name), dtype, x.shape, bound);
    }

    fn matmul(&mut self) {
        let matrix = |value: &Tracked| matches!(value.shape.len(), 2 | 3) && value.dtype != DType::Bool;
        let Some(x) = self.pick_where(matrix) else { return };
        let rank = x.shape.len();
        let bound_with = |y: &Tracked, inner: f64| x.bound * y.bound * inner;
        let inner = self.largest(&x.shape[rank - 1]);
        let partner = self.pick_where(|y| {
            y.dtype == x.dtype
                && y.shape.len() == rank
                && y.shape[rank - 2] == x.shape[rank - 1]
                && y.shape[..rank - 2] == x.shape[..rank - 2]
        });
        // Without a partner, its own transpose is one.
        let (expr, columns, bound) = match partner {
            Some(y) => (format!("matmul({}, {})", x.name, y.name), y.shape[rank - 1].clone(), bound_with(&y, inner)),
            None => {
                let axes = if rank == 2 { "1, 0" } else { "0, 2, 1" };
                let expr = format!("matmul({0}, transpose[{axes}]({0}))", x.name);
                (expr, x.shape[rank - 2].clone(), bound_with(&x, inner))
            }
        };
        if Self::exact(x.dtype, bound) {
            let mut shape = x.shape.clone();
            shape[rank - 1] = columns;
            self.bind(expr, x.dtype, shape, bound);
        }
    }

    fn reduce(&mut self) {
        let Some(x) = self.pick_where(|x| !x.shape.is_empty()) else { return };
        let axis = self.choices.below(x.shape.len());
        let reduction = *self.choices.of(self.menu.reductions);
        let keep = self.choices.below(2) == 1;
        let (boolean, length) = (x.dtype == DType::Bool, self.largest(&x.shape[axis]));
        let (dtype, bound) = match reduction {
            "any" | "all" if boolean => (x.dtype, 1.0),
            "argmax" | "argmin" if !boolean => (DType::I64, length),
            "max" | "min" if !boolean => (x.dtype, x.bound),
            "sum" if !boolean => (x.dtype, x.bound * length),
            "prod" if !boolean => (x.dtype, x.bound.powf(length)),
            _ => return,
        };
        let needs_element = matches!(reduction, "argmax" | "argmin" | "max" | "min");
        if (needs_element && self.least(&x.shape[axis]) < 1) || !Self::exact(dtype, bound) {
            return;
        }
        let mut shape = x.shape.clone();
        let name = if keep {
            shape[axis] = Dim::constant(1);
            "reduce_keep"
        } else {
            shape.remove(axis);
            "reduce"
        };
        self.bind(format!("{name}[{reduction}, axis = {axis}]({})", x.name), dtype, shape, bound);
    }

    fn transpose(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() >= 2) else { return };
        let mut rest: Vec<usize> = (0..x.shape.len()).rev().collect();
        let mut permutation = Vec::new();
        while !rest.is_empty() {
            permutation.push(rest.remove(self.choices.below(rest.len())));
        }
        let shape = permutation.iter().map(|&axis| x.shape[axis].clone()).collect();
        let axes: Vec<String> = permutation.iter().map(usize::to_string).collect();
        self.bind(format!("transpose[{}]({})", axes.join(", "), x.name), x.dtype, shape, x.bound);
    }

    fn broadcast(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() <= 3) else { return };
        let mut target: Vec<Dim> = x
            .shape
            .iter()
            .map(|dim| if dim.is_constant(1) && self.choices.below(3) > 0 { self.var() } else { dim.clone() })
            .collect();
        for _ in 0..self.choices.below(2) {
            let dim = self.param_dim();
            target.insert(0, dim);
        }
        let expr = format!("broadcast{}({})", crate::types::fmt_shape(&target), x.name);
        self.bind(expr, x.dtype, target, x.bound);
    }

    /// One axis for all, by a `dim` clause if it takes a product of variables.
    fn flatten(&mut self) {
        let x = self.pick();
        let volume = crate::ops::volume(&x.shape);
        let dim = if volume.is_linear() {
            volume
        } else {
            let optional = |var: &DimVar| self.vars.iter().any(|(name, least)| name == var && *least == 0);
            if self.least(&volume) < 1 && !volume.vars().iter().any(optional) {
                // The wrapper would demand that the product is at least 1.
                return;
            }
            let factors: Vec<String> = x.shape.iter().map(|dim| format!("({dim})")).collect();
            self.products += 1;
            let var = DimVar::new(&format!("N{}", self.products));
            write!(self.clauses, "dim {var} = {} ", factors.join(" * ")).unwrap();
            let least = self.least(&volume).try_into().expect("no dim is negative");
            self.vars.push((var.clone(), least));
            Dim::var(var)
        };
        self.bind(format!("reshape[{dim}]({})", x.name), x.dtype, vec![dim], x.bound);
    }

    fn unit_axis(&mut self) {
        let Some(x) = self.pick_where(|x| x.shape.len() <= 3) else { return };
        let mut shape = x.shape.clone();
        shape.insert(self.choices.below(shape.len() + 1), Dim::constant(1));
        let expr = format!("reshape{}({})", crate::types::fmt_shape(&shape), x.name);
        self.bind(expr, x.dtype, shape, x.bound);
    }

    fn slice(&mut self) {
        let Some(x) = self.pick_where(|x| !x.shape.is_empty()) else { return };
        let axis = self.choices.below(x.shape.len());
        let dim = x.shape[axis].clone();
        let least = self.least(&dim);
        let (start, stop) = match self.choices.below(3) {
            0 if least >= 1 => (Dim::constant(1), dim.clone()),
            1 if least >= 1 => (Dim::constant(0), dim.clone() - Dim::constant(1)),
            2 if least >= 2 => (Dim::constant(1), Dim::constant(2)),
            _ => (Dim::constant(0), dim.clone()),
        };
        let mut shape = x.shape.clone();
        shape[axis] = stop.clone() - start.clone();
        self.bind(format!("slice[axis = {axis}, start = {start}, stop = {stop}]({})", x.name), x.dtype, shape, x.bound);
    }

    fn concat(&mut self) {
        let Some(x) = self.pick_where(|x| !x.shape.is_empty()) else { return };
        let axis = self.choices.below(x.shape.len());
        let without = |shape: &[Dim]| [&shape[..axis], &shape[axis + 1..]].concat();
        let rest = without(&x.shape);
        let partner =
            self.pick_where(|y| y.dtype == x.dtype && y.shape.len() == rest.len() + 1 && without(&y.shape) == rest);
        let Some(y) = partner else { return };
        let mut shape = x.shape.clone();
        shape[axis] = x.shape[axis].clone() + y.shape[axis].clone();
        self.bind(format!("concat[axis = {axis}]({}, {})", x.name, y.name), x.dtype, shape, x.bound.max(y.bound));
    }

    fn finish(self) -> Program {
        let generics: Vec<&str> =
            self.vars.iter().map(|(var, _)| var.name()).filter(|name| !name.starts_with('N')).collect();
        let params: Vec<String> = self
            .params
            .iter()
            .enumerate()
            .map(|(position, (dtype, shape))| {
                format!("p{position}: Tensor[{dtype}, {}]", crate::types::fmt_shape(shape))
            })
            .collect();
        // The last values are returned: all that the statements made, up to three.
        let made = &self.values[self.params.len()..];
        let results: Vec<&Tracked> = match made {
            [] => self.values.iter().rev().take(1).collect(),
            made => made.iter().rev().take(3).collect(),
        };
        let types: Vec<String> = results
            .iter()
            .map(|value| format!("Tensor[{}, {}]", value.dtype, crate::types::fmt_shape(&value.shape)))
            .collect();
        let names: Vec<&str> = results.iter().map(|value| value.name.as_str()).collect();
        let (types, names) = match &names[..] {
            [name] => (types.join(", "), (*name).to_owned()),
            names => (format!("({})", types.join(", ")), format!("({})", names.join(", "))),
        };
        let source = format!(
            "fn generated<{}>({}) -> {types} {}{{\n{}    {names}\n}}\n",
            generics.join(", "),
            params.join(", "),
            self.clauses,
            self.body
        );
        let vars = self.vars.into_iter().filter(|(var, _)| !var.name().starts_with('N')).collect();
        Program { source, vars, params: self.params }
    }
}

/// Inputs for `program`, with small extents and small integers in them.
pub fn inputs(program: &Program, choices: &mut Choices<'_>) -> Vec<Value> {
    let dims: Vec<(DimVar, usize)> =
        program.vars.iter().map(|(var, least)| (var.clone(), least + choices.below(LARGEST_DIM + 1 - least))).collect();
    let extent = |dim: &Dim| {
        let value_of = |var: &DimVar| dims.iter().find(|(name, _)| name == var).map(|(_, value)| BigInt::from(*value));
        dim.eval(&value_of).and_then(|value| value.to_usize()).expect("a parameter's dims are small")
    };
    let mut element = |dtype: DType| {
        let number = choices.below(2 * INPUT_BOUND as usize + 1) as i64 - INPUT_BOUND;
        match dtype.kind() {
            Kind::Float => Element::Float(number as f64),
            Kind::SignedInt => Element::Int(number),
            Kind::Bool => Element::Bool(number > 0),
        }
    };
    let mut values = Vec::new();
    for (dtype, shape) in &program.params {
        let shape: Vec<usize> = shape.iter().map(extent).collect();
        let count = shape.iter().product();
        let elements: Vec<Element> = (0..count).map(|_| element(*dtype)).collect();
        values.push(Value::new(*dtype, &shape, elements).expect("the elements are of the dtype"));
    }
    values
}

#[cfg(test)]
mod tests;
