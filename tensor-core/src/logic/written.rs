//! Calls as they are written, so that a way out can be the same call with a part of it changed.

use crate::diag::Region;
use std::fmt;

/// `name[attr, name = attr](arg, ..)`
#[derive(Clone, Debug)]
pub struct WrittenCall {
    /// An operation or a function of the block.
    pub name: String,
    /// Each with the name before `=`, where it has one; `None` if there are no brackets.
    pub attrs: Option<Vec<(Option<String>, String)>>,
    /// Between the parentheses.
    pub args: Vec<String>,
    /// All of it.
    pub at: Region,
}

impl WrittenCall {
    /// The value of the attribute `name = ..`.
    pub fn attr(&self, name: &str) -> Option<&str> {
        let attrs = self.attrs.iter().flatten();
        attrs.into_iter().find(|(own, _)| own.as_deref() == Some(name)).map(|(_, value)| value.as_str())
    }

    /// The axis that `axis = ..` names, among `rank` ones.
    pub fn axis(&self, rank: usize) -> Option<usize> {
        counted(self.attr("axis")?, rank)
    }

    /// Another value for the attribute `name = ..`.
    pub fn with_attr(&self, name: &str, value: impl ToString) -> WrittenCall {
        let mut call = self.clone();
        for (own, written) in call.attrs.iter_mut().flatten() {
            if own.as_deref() == Some(name) {
                *written = value.to_string();
            }
        }
        call
    }

    /// Another operation.
    pub fn with_name(&self, name: &str) -> WrittenCall {
        WrittenCall { name: name.to_owned(), ..self.clone() }
    }

    /// Attributes without names instead of its own.
    pub fn with_list(&self, list: impl IntoIterator<Item = impl ToString>) -> WrittenCall {
        let attrs = list.into_iter().map(|value| (None, value.to_string())).collect();
        WrittenCall { attrs: Some(attrs), ..self.clone() }
    }

    /// The axes that the attributes list, among `rank` ones.
    pub fn axes(&self, rank: usize) -> Option<Vec<usize>> {
        self.attrs.as_ref()?.iter().map(|(_, value)| counted(value, rank)).collect()
    }
}

/// The axis that is written so: negative ones count from the end.
fn counted(written: &str, rank: usize) -> Option<usize> {
    let axis: isize = written.parse().ok()?;
    let axis = if axis < 0 { axis.checked_add_unsigned(rank)? } else { axis };
    usize::try_from(axis).ok().filter(|&axis| axis < rank)
}

impl fmt::Display for WrittenCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(attrs) = &self.attrs {
            let attrs: Vec<String> = attrs
                .iter()
                .map(|(name, value)| match name {
                    Some(name) => format!("{name} = {value}"),
                    None => value.clone(),
                })
                .collect();
            write!(f, "[{}]", attrs.join(", "))?;
        }
        write!(f, "({})", self.args.join(", "))
    }
}
