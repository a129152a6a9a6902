//! Types as Rust and array libraries write them, and how the same is written here.

use super::habits::dtype_of;
use super::text::text;
use crate::types::DType;
use proc_macro2::{Delimiter, TokenTree};

/// The type that `trees`, which go on to the end of the signature, start with.
pub(super) fn tensor_type(trees: &[TokenTree]) -> Option<String> {
    let trees = without_references(trees);
    match trees {
        [TokenTree::Ident(word), rest @ ..] => {
            let word = word.to_string();
            if let Some(dtype) = dtype(&word) {
                return Some(written(dtype, &[], &[]));
            }
            if !["tensor", "array", "ndarray", "vec"].contains(&word.to_lowercase().as_str()) {
                return None;
            }
            match rest {
                [TokenTree::Group(group), ..] if group.delimiter() != Delimiter::Brace => {
                    content(&group.stream().into_iter().collect::<Vec<_>>())
                }
                [first, rest @ ..] if is(first, '<') => generic(&word, angle_brackets(rest)?),
                [first, second, third, rest @ ..] if is(first, ':') && is(second, ':') && is(third, '<') => {
                    generic(&word, angle_brackets(rest)?)
                }
                _ => None,
            }
        }
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Bracket => array(trees),
        _ => None,
    }
}

/// Whether the type that `trees` start with is that of a size.
pub(super) fn is_dim(trees: &[TokenTree]) -> bool {
    matches!(without_references(trees), [TokenTree::Ident(word), ..] if is_size(&word.to_string()))
}

/// Whether a size has the Rust type `word`.
pub(super) fn is_size(word: &str) -> bool {
    ["usize", "u64", "u32", "u16", "u8", "isize", "Dim", "Size"].contains(&word)
}

fn without_references(mut trees: &[TokenTree]) -> &[TokenTree] {
    loop {
        trees = match trees {
            [tick, TokenTree::Ident(_), rest @ ..] if is(tick, '\'') => rest,
            [TokenTree::Ident(word), rest @ ..] if word == "mut" => rest,
            [first, rest @ ..] if is(first, '&') => rest,
            _ => return trees,
        };
    }
}

/// `Vec<f32>`, `Tensor<f32, [N]>`.
fn generic(word: &str, trees: &[TokenTree]) -> Option<String> {
    match trees {
        [TokenTree::Ident(element)] if word == "Vec" => {
            Some(written(dtype(&element.to_string())?, &["N".to_owned()], &[]))
        }
        // A number alone may be the rank.
        [.., comma, TokenTree::Literal(_)] if is(comma, ',') => None,
        trees => content(trees),
    }
}

/// What stands before the `>` that closes.
fn angle_brackets(trees: &[TokenTree]) -> Option<&[TokenTree]> {
    let mut depth = 1;
    let end = trees.iter().position(|tree| {
        depth += i32::from(is(tree, '<')) - i32::from(is(tree, '>'));
        depth == 0
    })?;
    Some(&trees[..end])
}

/// `[f32; N]`, `[[f32; M]; N]`, `[f32]`, `[B, S]`.
fn array(trees: &[TokenTree]) -> Option<String> {
    let (mut dims, mut dtype_name) = (Vec::new(), None);
    let mut group = match trees.first()? {
        TokenTree::Group(group) => group.clone(),
        _ => return None,
    };
    loop {
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        let parts: Vec<&[TokenTree]> = inner.split(|tree| is(tree, ';')).collect();
        match (parts.as_slice(), parts[0]) {
            ([_, length], [TokenTree::Group(next)]) if next.delimiter() == Delimiter::Bracket => {
                dims.push(text(length));
                group = next.clone();
            }
            ([element, length], _) => {
                dims.push(text(length));
                dtype_name = dtype(&text(element));
                break;
            }
            ([element], _) => {
                match dtype(&text(element)) {
                    Some(dtype) => {
                        dtype_name = Some(dtype);
                        dims.push("N".to_owned());
                    }
                    None if dims.is_empty() && inner.iter().any(|tree| matches!(tree, TokenTree::Group(_))) => {
                        return content(&inner);
                    }
                    None if dims.is_empty() => dims = items(&inner).iter().map(|item| text(item)).collect(),
                    None => return None,
                }
                break;
            }
            _ => return None,
        }
    }
    Some(written(dtype_name.unwrap_or("F32"), &dims, &[]))
}

/// What stands between the brackets of a tensor type, in any order.
pub(super) fn content(trees: &[TokenTree]) -> Option<String> {
    let (mut dtype_name, mut shape, mut dims, mut preds) = (None, None, Vec::new(), Vec::new());
    for item in parts(trees) {
        match item {
            [TokenTree::Ident(word)] if dtype_name.is_none() && dtype(&word.to_string()).is_some() => {
                dtype_name = dtype(&word.to_string());
            }
            [TokenTree::Group(group)] if shape.is_none() && group.delimiter() != Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                shape = Some(items(&inner).iter().map(|dim| text(dim)).collect::<Vec<_>>());
            }
            _ if item.iter().any(|tree| ['=', '<', '>', '!'].into_iter().any(|c| is(tree, c))) => {
                preds.push(text(item));
            }
            _ => dims.push(text(item)),
        }
    }
    if shape.is_some() && !dims.is_empty() {
        return None;
    }
    // A dtype alone says nothing of the shape.
    let shape = shape.or_else(|| (!dims.is_empty()).then_some(dims))?;
    Some(written(dtype_name.unwrap_or("F32"), &shape, &preds))
}

/// The parts of a type, also where something else than a comma stands between them.
fn parts(trees: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut parts = Vec::new();
    for mut item in items(trees) {
        if let [TokenTree::Ident(word), rest @ ..] = item
            && dtype(&word.to_string()).is_some()
            && !rest.is_empty()
        {
            parts.push(&item[..1]);
            item = without(rest, ';');
        }
        if let [TokenTree::Group(group), rest @ ..] = item
            && group.delimiter() == Delimiter::Bracket
            && !rest.is_empty()
        {
            parts.push(&item[..1]);
            item = without(without(rest, '|'), ';');
        }
        parts.push(item);
    }
    parts
}

/// `trees` without the character `c` at the start.
fn without(trees: &[TokenTree], c: char) -> &[TokenTree] {
    match trees {
        [first, rest @ ..] if is(first, c) => rest,
        _ => trees,
    }
}

fn items(trees: &[TokenTree]) -> Vec<&[TokenTree]> {
    trees.split(|tree| is(tree, ',')).filter(|item| !item.is_empty()).collect()
}

fn written(dtype: &str, dims: &[String], preds: &[String]) -> String {
    let preds: String = preds.iter().map(|pred| format!(", {pred}")).collect();
    format!("Tensor[{dtype}, [{}]{preds}]", dims.join(", "))
}

/// The dtype that `word` means, here or elsewhere.
fn dtype(word: &str) -> Option<&'static str> {
    DType::from_name(word).map(|dtype| dtype.name()).or_else(|| dtype_of(word).filter(|_| !is_size(word)))
}

fn is(tree: &TokenTree, c: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c)
}
