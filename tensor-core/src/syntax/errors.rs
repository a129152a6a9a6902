//! What is wrong with the syntax of a program: codes, and the sentences that do not speak of other languages'
//! syntax (those are in `foreign.rs`).

use super::tokens::Place;
use crate::diag::Code;
pub(super) use crate::diag::Diagnostic;
use crate::diag::Region;
use proc_macro2::{Ident, Literal};

/// A part of the program, or what is wrong with it.
pub(super) type Result<T> = std::result::Result<T, Diagnostic>;

/// Something else was expected.
pub const UNEXPECTED: Code = Code("T0101");
/// A part is missing.
pub const MISSING: Code = Code("T0102");
/// A number that is too large, has a suffix, or the like.
pub const NUMBER: Code = Code("T0103");
/// A string, character or byte.
pub const LITERAL: Code = Code("T0104");
/// `a < b < c`, or a comparison that has no second side.
pub const COMPARISON: Code = Code("T0105");
/// Syntax of Rust or of other languages that this one does not have.
pub const FOREIGN: Code = Code("T0106");
/// A keyword used as a name.
pub const KEYWORD: Code = Code("T0107");
/// Nested too deep or too long.
pub const LIMIT: Code = Code("T0108");
/// `#![smt(..)]`.
pub const FLAG: Code = Code("T0109");
/// Generics other than names of shape variables.
pub const GENERICS: Code = Code("T0110");
/// An attribute, doc comment or visibility that is malformed or stands where none is allowed.
pub const ATTRIBUTE: Code = Code("T0111");

/// All codes of this part with their titles, in order.
pub const CODES: [(Code, &str); 11] = [
    (UNEXPECTED, "something else is expected here"),
    (MISSING, "a part of a function or statement is missing"),
    (NUMBER, "a number that cannot be written so"),
    (LITERAL, "a literal that is not a number, `true` or `false`"),
    (COMPARISON, "a condition that is not a single comparison"),
    (FOREIGN, "syntax that the language does not have"),
    (KEYWORD, "a keyword used as a name"),
    (LIMIT, "an expression nested too deep or too long"),
    (FLAG, "a flag of the block that is unknown or malformed"),
    (GENERICS, "generics that are not shape variables"),
    (ATTRIBUTE, "an attribute or visibility that is malformed or cannot stand here"),
];

/// A diagnostic without notes.
pub(super) fn error(code: Code, at: impl Into<Region>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, message, at)
}

/// A diagnostic with a way out.
pub(super) fn error_with_help(
    code: Code,
    at: impl Into<Region>,
    message: impl Into<String>,
    help: impl AsRef<str>,
) -> Diagnostic {
    error(code, at, message).with_help(help.as_ref())
}

impl Diagnostic {
    fn with_help(mut self, help: &str) -> Diagnostic {
        self.notes.push(format!("help: {help}"));
        self
    }
}

pub(super) fn unexpected(at: Region, expected: &str, found: &str) -> Diagnostic {
    error(UNEXPECTED, at, format!("expected {expected}, found {found}"))
}

pub(super) fn too_deep(at: Region, limit: usize) -> Diagnostic {
    let message = format!("nested more than {limit} levels deep");
    error_with_help(LIMIT, at, message, "name an inner part with `let`")
}

pub(super) fn too_long(at: Region, limit: usize) -> Diagnostic {
    let message = format!("more than {limit} operators, calls and parentheses in one expression");
    error_with_help(LIMIT, at, message, "name a part of it with `let`")
}

// Numbers and other literals.

pub(super) fn suffix(at: Region, digits: &str, suffix: &str, place: Place) -> Diagnostic {
    let message = format!("numbers have no suffix here, found `{suffix}`");
    let help = match place {
        Place::Value => {
            format!("write `{digits}`; a number takes its dtype from the other operand, or from `scalar[..]({digits})`")
        }
        Place::Dim | Place::Condition | Place::Attribute => format!("write `{digits}`"),
    };
    error_with_help(NUMBER, at, message, help)
}

pub(super) fn integer_too_large(at: Region) -> Diagnostic {
    error(NUMBER, at, "this integer is larger than 2^63 - 1, the largest that can be written")
}

pub(super) fn malformed_number(at: Region) -> Diagnostic {
    error_with_help(NUMBER, at, "this number is malformed", "numbers are written like `8`, `0.5`, `1e-5`, `inf`, `nan`")
}

pub(super) fn no_such_literal(at: Region, literal: &Literal) -> Diagnostic {
    let kind = literal_kind(literal);
    let wrong = error(LITERAL, at, format!("expected a number, `true` or `false`, found {kind}"));
    let syn::Lit::Str(text) = syn::Lit::new(literal.clone()) else { return wrong };
    let text = text.value();
    let is_plain = text.len() <= 20 && text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
    if is_plain { wrong.with_help(&format!("write `{text}`, without quotes")) } else { wrong }
}

/// Numbers are quoted, texts named: they may be long.
pub(super) fn literal_kind(literal: &Literal) -> String {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(_) | syn::Lit::CStr(_) => "a string".into(),
        syn::Lit::ByteStr(_) => "a byte string".into(),
        syn::Lit::Char(_) => "a character".into(),
        syn::Lit::Byte(_) => "a byte".into(),
        _ => format!("`{literal}`"),
    }
}

// Names.

pub(super) fn keyword_as_name(word: &Ident, what: &str) -> Diagnostic {
    let message = format!("`{word}` is a keyword and cannot be the name of {what}");
    error_with_help(KEYWORD, word, message, "choose another name")
}

pub(super) fn raw_name(word: &Ident) -> Diagnostic {
    error_with_help(KEYWORD, word, format!("`{word}` is not a name here"), "choose a name without `r#`")
}

pub(super) fn keyword_as_value(word: &Ident, expected: &str) -> Diagnostic {
    error(KEYWORD, word, format!("expected {expected}, found the keyword `{word}`"))
}

// Attributes.

pub(super) fn malformed_attribute(at: Region) -> Diagnostic {
    error_with_help(ATTRIBUTE, at, "this attribute is malformed", "attributes are written like `#[cfg(test)]`")
}

pub(super) fn malformed_visibility(at: Region) -> Diagnostic {
    error_with_help(ATTRIBUTE, at, "this visibility is malformed", "write `pub`, `pub(crate)` or `pub(in path)`")
}

pub(super) fn attribute_not_here(at: Region) -> Diagnostic {
    error_with_help(
        ATTRIBUTE,
        at,
        "attributes and doc comments stand only before functions",
        "move it before the `fn`, or write an ordinary comment, `// ..`",
    )
}

pub(super) fn attribute_on_const(at: Region) -> Diagnostic {
    error(ATTRIBUTE, at, "a `const` of a block takes doc comments, but no other attributes")
}

pub(super) fn visible_const(at: Region) -> Diagnostic {
    error_with_help(ATTRIBUTE, at, "a `const` of a block is seen by that block only", "remove the visibility")
}

pub(super) fn nothing_to_attach_to(at: Region) -> Diagnostic {
    error(ATTRIBUTE, at, "expected a function after this")
}

pub(super) fn inner_attribute(at: Region) -> Diagnostic {
    error_with_help(
        ATTRIBUTE,
        at,
        "inner attributes and `//!` comments cannot stand here",
        "`#![smt(..)]` is the only one; it stands once, first in the block",
    )
}

// Flags.

pub(super) fn flag(at: Region, message: &str) -> Diagnostic {
    let help = "flags are written `#![smt(timeout_ms = 2000, on_unknown = reject, retry = false)]`";
    error_with_help(FLAG, at, message, help)
}

// Constants.

pub(super) fn typed_const(at: Region, name: &Ident) -> Diagnostic {
    let help = format!("write `const {name} = ..;`");
    error_with_help(UNEXPECTED, at, "a `const` of a block has no type", help)
}

pub(super) fn computed_const(at: Region) -> Diagnostic {
    error_with_help(
        UNEXPECTED,
        at,
        "the value of a `const` is a single literal",
        "write the result, such as `0.125`, or compute it inside a function",
    )
}

pub(super) fn not_a_const_literal(at: Region, found: &str) -> Diagnostic {
    let message = format!("expected a literal, found {found}");
    error_with_help(UNEXPECTED, at, message, "a `const` is a number, `inf`, `nan`, `true` or `false`")
}

// Signatures.

pub(super) fn no_result_type(at: Region, found: &str, help: &str) -> Diagnostic {
    let message = format!("expected `->` and the type of the result, found {found}");
    error_with_help(MISSING, at, message, help)
}

pub(super) fn no_results(at: Region) -> Diagnostic {
    error_with_help(MISSING, at, "a function returns at least one tensor", "write `-> Tensor[dtype, [dims]]`")
}

pub(super) fn one_tuple(comma: Region) -> Diagnostic {
    error_with_help(UNEXPECTED, comma, "there are no tuples of one", "remove the comma")
}

pub(super) fn empty_tuple(at: Region, what: &str) -> Diagnostic {
    error(UNEXPECTED, at, format!("expected {what} between the parentheses"))
}

pub(super) fn no_type(at: Region, found: &str) -> Diagnostic {
    error_with_help(UNEXPECTED, at, format!("expected `Tensor[dtype, [dims]]`, found {found}"), NUMBER_TYPE)
}

pub(super) fn no_result(at: Region, found: &str) -> Diagnostic {
    let message = format!("expected `Tensor[dtype, [dims]]`, found {found}");
    let help = "a result is a tensor or a tuple of tensors; the Rust function made of it returns a `Result` by itself";
    error_with_help(UNEXPECTED, at, message, help)
}

pub(super) fn no_body(at: Region) -> Diagnostic {
    error_with_help(MISSING, at, "expected the body after this", "write the value to return in braces, `{ x }`")
}

pub(super) fn no_body_but(at: Region, found: &str) -> Diagnostic {
    let message = format!("expected the body, found {found}");
    error_with_help(MISSING, at, message, "every function of a block has a body in braces, `{ x }`")
}

pub(super) fn no_param_type(at: Region, found: &str) -> Diagnostic {
    let message = format!("expected `Tensor[dtype, [dims]]` or `dim`, found {found}");
    error_with_help(UNEXPECTED, at, message, format!("{NUMBER_TYPE}, a size is `dim`"))
}

const NUMBER_TYPE: &str = "a single number is a tensor without dims, `Tensor[F32, []]`";

pub(super) fn dim_annotation(at: Region) -> Diagnostic {
    error_with_help(
        UNEXPECTED,
        at,
        "expected `Tensor[dtype, [dims]]`, found `dim`",
        "a dim is named by a statement, `dim N = H * E;`, or taken by a parameter, `n: dim`",
    )
}

pub(super) fn no_shape(at: Region, found: &str) -> Diagnostic {
    error(UNEXPECTED, at, format!("expected the shape in brackets, found {found}"))
}

pub(super) fn generic(at: Region, message: &str, help: &str) -> Diagnostic {
    error_with_help(GENERICS, at, message, help)
}

// Clauses, predicates, equations.

pub(super) fn no_predicate(at: Region, word: &str) -> Diagnostic {
    error(MISSING, at, format!("expected a condition after `{word}`"))
}

pub(super) fn not_a_comparison(at: Region, found: &str) -> Diagnostic {
    let message = format!("expected a comparison, found {found}");
    error_with_help(COMPARISON, at, message, "a condition compares two dims, as in `D % 8 == 0` or `S <= 4096`")
}

pub(super) fn single_equals(at: Region) -> Diagnostic {
    error_with_help(UNEXPECTED, at, "expected a comparison such as `==`, found `=`", "equality is written `==`")
}

pub(super) fn chained_comparison(at: Region, help: &str) -> Diagnostic {
    error_with_help(COMPARISON, at, "comparisons cannot be chained", help)
}

pub(super) fn predicate_as_dim(at: Region, found: &str) -> Diagnostic {
    let message = format!("a condition in parentheses is not a dim, found {found} after it");
    error_with_help(COMPARISON, at, message, "join conditions with `&&` and `||`")
}

pub(super) fn not_an_equation(at: Region, found: &str) -> Diagnostic {
    let message = format!("expected `==`, found {found}");
    let help = "`assume` states that two products are equal; other conditions stand in `requires`";
    error_with_help(UNEXPECTED, at, message, help)
}

pub(super) fn equation_in_parentheses(at: Region) -> Diagnostic {
    error_with_help(UNEXPECTED, at, "an equation stands without parentheses", "write `assume D == H * E`")
}

pub(super) fn dim_with_two_equals(at: Region, name: &Ident) -> Diagnostic {
    let help = format!("a name for a product is introduced by `dim {name} = ..`, a condition by `requires`");
    error_with_help(UNEXPECTED, at, "expected `=`, found `==`", help)
}

pub(super) fn comma_between_clauses(at: Region) -> Diagnostic {
    error_with_help(
        UNEXPECTED,
        at,
        "expected the body or another clause, found `,`",
        "repeat the word, as in `dim N = H * E dim M = S * E`",
    )
}

pub(super) fn requires_in_body(at: Region) -> Diagnostic {
    error_with_help(
        UNEXPECTED,
        at,
        "`requires` stands between the signature and the body",
        "move it before the `{`; a fact about dims inside a body is `assume D == H * E;`",
    )
}

pub(super) fn comma_in_statement(at: Region, word: &str) -> Diagnostic {
    let help = format!("end this one by `;` and write `{word}` again");
    error_with_help(UNEXPECTED, at, "expected `;`, found `,`", help)
}

// Bodies.

pub(super) fn results_without_parentheses(at: Region) -> Diagnostic {
    let message = "expected an operator or the end of the body, found `,`";
    error_with_help(UNEXPECTED, at, message, "several results stand in parentheses, `(x, y)`")
}

pub(super) fn empty_body(at: Region) -> Diagnostic {
    error_with_help(MISSING, at, "the body has no result", "write the value to return between the braces")
}

pub(super) fn no_tail(at: Region) -> Diagnostic {
    error_with_help(MISSING, at, "the body ends without a result", "write the value to return after this `;`")
}

pub(super) fn tail_with_semicolon(at: Region) -> Diagnostic {
    error_with_help(MISSING, at, "the body ends without a result", "remove this `;` to return the value before it")
}

pub(super) fn value_dropped(at: Region) -> Diagnostic {
    error_with_help(
        MISSING,
        at,
        "this value is computed and dropped",
        "bind it, as in `let y = ..;`, or `let _ = ..;` where only its checks matter",
    )
}

pub(super) fn no_semicolon(at: Region) -> Diagnostic {
    error(MISSING, at, "expected `;` after this")
}

pub(super) fn let_without_value(at: Region) -> Diagnostic {
    error_with_help(MISSING, at, "expected `=` and a value, found `;`", "every `let` gives its value, `let y = ..;`")
}
