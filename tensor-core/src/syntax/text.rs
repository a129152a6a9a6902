//! Tokens as text with normal spacing, for messages that quote what does not parse.

use proc_macro2::{Delimiter, Spacing, TokenTree};

/// What is longer is not quoted.
const LONGEST: usize = 160;
/// What is nested deeper is not quoted.
const DEEPEST: usize = 8;

/// `trees` as a user would write them, or `..` where that is long.
pub(super) fn text(trees: &[TokenTree]) -> String {
    let mut written = String::new();
    write(trees, 0, &mut written);
    if written.len() > LONGEST { "..".to_owned() } else { written }
}

fn write(trees: &[TokenTree], depth: usize, out: &mut String) {
    let mut previous: Option<&TokenTree> = None;
    // Whether the punctuation before is the first part of an operator, or stands before its operand.
    let mut glued = true;
    for tree in trees {
        let punct = |tree: &TokenTree| match tree {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        let after_value = previous.is_some_and(|tree| punct(tree).is_none());
        let before_none =
            matches!(tree, TokenTree::Group(_)) && after_value || punct(tree).is_some_and(|c| ",;.?".contains(c));
        if !glued && !before_none {
            out.push(' ');
        }
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                match depth < DEEPEST && out.len() <= LONGEST {
                    true => write(&group.stream().into_iter().collect::<Vec<_>>(), depth + 1, out),
                    false => out.push_str(".."),
                }
                out.push_str(close);
            }
            tree => out.push_str(&tree.to_string()),
        }
        glued = match tree {
            TokenTree::Punct(punct) => {
                punct.spacing() == Spacing::Joint && punct.as_char() != ','
                    || punct.as_char() == '.'
                    || "-!&".contains(punct.as_char()) && !after_value
            }
            _ => false,
        };
        previous = Some(tree);
    }
}
