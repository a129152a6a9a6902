//! What is known where a foreign call stands: texts only, since its help is one.

use std::collections::{BTreeMap, BTreeSet};

/// Names and types in sight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// The types of tensors, by how these are written.
    pub(crate) tensors: BTreeMap<String, TensorText>,
    /// Names that a new dim cannot have.
    pub(crate) taken: BTreeSet<String>,
    /// Products with their names.
    pub(crate) products: Vec<(String, String)>,
    /// Constants that are infinite or not a number.
    pub(crate) infinite: BTreeSet<String>,
}

/// A type, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TensorText {
    pub(crate) dtype: String,
    pub(crate) shape: Vec<String>,
}

impl Seen {
    /// The name of `product`, if it has one.
    pub(super) fn name_of(&self, product: &str) -> Option<&str> {
        let sorted = |text: &str| {
            let mut factors: Vec<String> = split(text, "*");
            factors.sort_unstable();
            factors
        };
        let (_, name) = self.products.iter().find(|(value, _)| sorted(value) == sorted(product))?;
        Some(name)
    }

    /// Gives the products among `dims` names, and says which are new: `dim N = B * O`.
    pub(super) fn name_products(&self, dims: &mut [String]) -> Vec<String> {
        let mut seen = self.clone();
        seen.taken.extend(dims.iter().cloned());
        let mut new = Vec::new();
        for dim in dims.iter_mut().filter(|dim| is_product(dim)) {
            if let Some(name) = seen.name_of(dim) {
                *dim = name.to_owned();
                continue;
            }
            let name =
                ["N", "P", "Q", "K"].map(str::to_owned).into_iter().chain((2..).map(|number| format!("N{number}")));
            let name = { name }.find(|name| !seen.taken.contains(name)).expect("endless");
            new.push(format!("dim {name} = {dim}"));
            seen.taken.insert(name.clone());
            seen.products.push((std::mem::replace(dim, name.clone()), name));
        }
        new
    }
}

/// Whether `dim` multiplies variables, which a shape cannot.
fn is_product(dim: &str) -> bool {
    let mut sums = vec![dim.to_owned()];
    for operator in ["+", "-"] {
        sums = sums.iter().flat_map(|sum| split(sum, operator)).collect();
    }
    sums.iter().any(|sum| split(sum, "*").iter().filter(|factor| factor.parse::<i64>().is_err()).count() > 1)
}

/// The parts of `text` between the operators `operator`, outside parentheses.
fn split(text: &str, operator: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0i32);
    for c in text.chars() {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        match depth == 0 && operator.contains(c) {
            true => parts.push(String::new()),
            false => parts.last_mut().expect("there is a first").push(c),
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// `text` as a factor of a product.
pub(super) fn factor(text: &str) -> String {
    let is_sum = ["+", "-", "*", "/", "%"].iter().any(|operator| split(text, operator).len() > 1);
    if is_sum { format!("({text})") } else { text.to_owned() }
}
