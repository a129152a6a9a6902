//! Programs that parse, and what they parse to.

use super::{errors, parse};
use crate::syntax::ast::{Clause, ExprKind, Fn, ParamKind, Pattern, PredKind, Stmt};
use crate::types::Literal;

/// The first function of a block without errors.
fn function(source: &str) -> Fn {
    let parsed = parse(source);
    if let Some(error) = parsed.errors.first() {
        panic!("{}", error.render());
    }
    parsed.block.fns.into_iter().next().expect("a function")
}

/// The result of a body, as printed.
fn tail(body: &str) -> String {
    let function = function(&format!("fn f() -> Tensor[F32, []] {{ {body} }}"));
    match function.body {
        Ok(body) => body.tail.to_string(),
        Err(error) => panic!("{}", error.render()),
    }
}

/// The conditions of a `requires`, as printed.
fn requires(preds: &str) -> Vec<String> {
    let function = function(&format!("fn f() -> Tensor[F32, []] requires {preds} {{ x }}"));
    match function.clauses.as_slice() {
        [Clause::Requires(preds)] => preds.iter().map(ToString::to_string).collect(),
        clauses => panic!("{} clauses", clauses.len()),
    }
}

#[test]
fn whole_program() {
    let found = errors(
        r#"    #![smt(timeout_ms = 2_500, on_unknown = check, retry = true)]
    const EPS = 1e-5;
    /// Documented.
    const LOW = -inf;

    /// Rows of `x` normalised.
    #[inline]
    pub(crate) fn layer_norm<B, S, D,>(
        x: Tensor[F32, [B, S, D,], D % 8 == 0,],
        gamma: Tensor[F32, [D]],
    ) -> Tensor[F32, [B, S, D], D % 8 == 0]
    requires S <= 4096,
    {
        let centred = x - broadcast[B, S, D](reduce_keep[mean, axis = 2,](x,));
        let (a, (_, b)): Tensor[F32, [B, S, D], D >= 0] = pair(centred * centred, -x);
        dim N = B * S * D - 1;
        assume N == 2 * B;
        a * broadcast[B, S, D](gamma) + b
    }

    fn split_heads<B, S, D>(x: Tensor[F32, [B, S, D]], heads: dim, E: dim) -> (Tensor[F32, [B]], Tensor[I64, []],)
    assume D == heads * E, B == S
    requires S >= 1, (S == D) && !(S < 4) || B != 3
    dim N = B * S
    { (transpose[0, 2, 1, 3](reshape[B, S, heads, E](x)), argmax(x)) }"#,
    );
    assert!(found.is_empty(), "{}", found[0].render());
}

#[test]
fn parts_of_a_function() {
    let function = function(
        "/// doc\n#[cfg(test)] pub fn f<B, S>(x: Tensor[F32, [B, 2 * S], B > 1, S != B], n: dim) -> (Tensor[I64, []], Tensor[Bool, [n]]) \
         requires B == S, B < 4 assume n == B * S dim N = B * S { let (a, _) = x; dim M = n; assume M == n; (a, n) }",
    );
    assert_eq!(function.name, "f");
    assert_eq!(function.attrs.len(), 2);
    assert!(matches!(function.vis, syn::Visibility::Public(_)));
    assert_eq!(function.generics.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B", "S"]);
    let ParamKind::Tensor(ty) = &function.params[0].kind else { panic!("a tensor") };
    assert_eq!(ty.dtype, "F32");
    assert_eq!(ty.shape.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B", "2 * S"]);
    assert_eq!(ty.refinements.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B > 1", "S != B"]);
    assert!(matches!(function.params[1].kind, ParamKind::Dim));
    assert_eq!(function.results.len(), 2);
    let [Clause::Requires(preds), Clause::Assume(equations), Clause::Dim(dim)] = function.clauses.as_slice() else {
        panic!("three clauses");
    };
    assert_eq!((preds.len(), equations.len()), (2, 1));
    assert_eq!((dim.name.to_string(), dim.value.to_string()), ("N".into(), "B * S".into()));
    let body = function.body.expect("a body");
    let [Stmt::Let { pattern: Pattern::Tuple(names, _), ty: None, value }, Stmt::Dim(_), Stmt::Assume(equation)] =
        body.stmts.as_slice()
    else {
        panic!("three statements");
    };
    assert!(matches!(names.as_slice(), [Pattern::Name(a), Pattern::Ignore(_)] if a == "a"));
    assert_eq!(value.to_string(), "x");
    assert_eq!((equation.lhs.to_string(), equation.rhs.to_string()), ("M".into(), "n".into()));
    assert_eq!(body.tail.to_string(), "(a, n)");
}

#[test]
fn regions_cover_all_tokens() {
    let source = "fn f<B>(x: Tensor[F32, [B, 2]]) -> Tensor[F32, []] requires B >= 1 { -g[axis = 0](x + 1, y) }";
    let function = function(source);
    let text = |at: crate::diag::Region| &source[at.start().start().column..at.end().end().column];
    assert_eq!(text(function.signature_at), "fn f<B>(x: Tensor[F32, [B, 2]]) -> Tensor[F32, []] requires B >= 1");
    let ParamKind::Tensor(ty) = &function.params[0].kind else { panic!("a tensor") };
    assert_eq!((text(ty.at), text(ty.shape_at)), ("Tensor[F32, [B, 2]]", "[B, 2]"));
    let tail = function.body.expect("a body").tail;
    assert_eq!(text(tail.at), "-g[axis = 0](x + 1, y)");
    let ExprKind::Neg(call) = tail.kind else { panic!("a negation") };
    let ExprKind::Call(call) = call.kind else { panic!("a call") };
    assert_eq!(call.attrs_at.map(text), Some("[axis = 0]"));
    assert_eq!(text(call.args_at), "(x + 1, y)");
    assert_eq!(text(call.attrs.expect("attributes")[0].at), "axis = 0");
    assert_eq!(text(call.args[0].at), "x + 1");
}

/// The tree with every operation in parentheses.
fn grouped(expr: &crate::syntax::ast::Expr) -> String {
    match &expr.kind {
        ExprKind::Binary(operator, lhs, rhs) => format!("({} {} {})", grouped(lhs), operator.symbol(), grouped(rhs)),
        ExprKind::Neg(operand) => format!("(-{})", grouped(operand)),
        ExprKind::Paren(inner) => grouped(inner),
        _ => expr.to_string(),
    }
}

#[test]
fn precedence_is_that_of_rust() {
    for (source, expected) in [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b * c % d", "(((a / b) * c) % d)"),
        ("-a * b", "((-a) * b)"),
        ("a--b", "(a - (-b))"),
        ("- - a", "(-(-a))"),
        ("(a - b) * -c", "((a - b) * (-c))"),
        ("a - (b - c)", "(a - (b - c))"),
    ] {
        let body = function(&format!("fn f() -> Tensor[F32, []] {{ {source} }}")).body.expect("a body");
        assert_eq!(grouped(&body.tail), expected, "{source}");
    }
}

#[test]
fn printed_as_written() {
    for (source, expected) in [
        ("(x-broadcast[B,S](y))*-2", "(x - broadcast[B, S](y)) * -2"),
        ("((x))", "((x))"),
        ("reduce[sum,axes=[0,-1]](x)", "reduce[sum, axes = [0, -1]](x)"),
        ("f(x,2*H,(a,b))", "f(x, 2 * H, (a, b))"),
        ("f()", "f()"),
        ("relu[](x,)", "relu[](x)"),
        ("1_000 + 1.50 + 2. + 1E5 + 0x10 + inf + nan + true", "1000 + 1.50 + 2. + 1e5 + 16 + inf + nan + true"),
        ("(a, b,)", "(a, b)"),
    ] {
        assert_eq!(tail(source), expected);
        assert_eq!(tail(expected), expected, "printing again changes nothing");
    }
}

#[test]
fn predicates() {
    for (source, expected) in [
        ("(S-T)/2>=0", vec!["(S - T) / 2 >= 0"]),
        ("(a==b)&&c<d", vec!["(a == b) && c < d"]),
        ("((a + b)) == ((c))", vec!["((a + b)) == ((c))"]),
        ("((a == b) || (c < d)), !((e)>=f),", vec!["((a == b) || (c < d))", "!((e) >= f)"]),
        ("!!a < b", vec!["!!a < b"]),
        ("D>=-1", vec!["D >= -1"]),
        ("D<-1", vec!["D < -1"]),
    ] {
        assert_eq!(requires(source), expected);
        assert_eq!(requires(&expected.join(", ")), expected, "printing again changes nothing");
    }
}

#[test]
fn predicates_group_as_in_rust() {
    fn grouped(pred: &crate::syntax::ast::Pred) -> String {
        match &pred.kind {
            PredKind::And(lhs, rhs) => format!("[{} && {}]", grouped(lhs), grouped(rhs)),
            PredKind::Or(lhs, rhs) => format!("[{} || {}]", grouped(lhs), grouped(rhs)),
            PredKind::Not(inner) => format!("[!{}]", grouped(inner)),
            _ => pred.to_string(),
        }
    }
    let function = function(
        "fn f() -> Tensor[F32, []] requires a < b || !c == d && e > 1 && g > 2, a < 1 || b < 1 || c < 1 { x }",
    );
    let Clause::Requires(preds) = &function.clauses[0] else { panic!("requires") };
    assert_eq!(grouped(&preds[0]), "[a < b || [[[!c == d] && e > 1] && g > 2]]");
    assert_eq!(grouped(&preds[1]), "[[a < 1 || b < 1] || c < 1]");
}

#[test]
fn constants() {
    let parsed = parse(
        "const A = -1.5; const B = inf; const C = -inf; const D = nan; const E = -nan; const F = true; const G = 1_000; \
         const H = -9_223_372_036_854_775_808; const I = 9223372036854775807; const J = -0.0; const K = 2e-3;",
    );
    assert!(parsed.errors.is_empty());
    let values: Vec<String> = parsed.block.consts.iter().map(|constant| constant.value.to_string()).collect();
    let expected = [
        "-1.5",
        "inf",
        "-inf",
        "nan",
        "nan",
        "true",
        "1000",
        "-9223372036854775808",
        "9223372036854775807",
        "-0.0",
        "2e-3",
    ];
    assert_eq!(values, expected);
    for constant in &parsed.block.consts {
        if let Literal::Float(text) = &constant.value {
            assert!(text.parse::<f64>().is_ok(), "{text}");
        }
    }
}

#[test]
fn flags() {
    let flags = |source: &str| parse(source).block.flags;
    let given = flags("#![smt(timeout_ms = 5, on_unknown = check, retry = true)]");
    assert_eq!((given.timeout_ms, given.check_unknown, given.retry), (5, true, true));
    let default = flags("#![smt(on_unknown = reject, retry = false,)] const A = 1;");
    assert_eq!((default.timeout_ms, default.check_unknown, default.retry), (2000, false, false));
    assert!(parse("").errors.is_empty());
}

#[test]
fn parentheses_around_one_thing_mean_nothing() {
    let function = function("fn f() -> (Tensor[F32, []]) { let (y) = x; (y) }");
    assert_eq!(function.results.len(), 1);
    let body = function.body.expect("a body");
    assert!(matches!(&body.stmts[0], Stmt::Let { pattern: Pattern::Name(name), .. } if name == "y"));
    assert!(matches!(body.tail.kind, ExprKind::Paren(_)));
}

/// The same as parentheses: what `macro_rules!` passes on as one expression stays one.
#[test]
fn invisible_groups() {
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    let invisible = |text: &str| -> TokenStream {
        TokenTree::from(Group::new(Delimiter::None, text.parse().expect("tokens"))).into()
    };
    let (vis, sum, one) = (invisible("pub"), invisible("a + b"), invisible("2"));
    let one = TokenStream::from(TokenTree::from(Group::new(Delimiter::None, one)));
    let parsed = parse_tokens(quote::quote!(#vis fn f(x: Tensor[F32, [#one]]) -> Tensor[F32, []] { #sum * c }));
    let function = &parsed.block.fns[0];
    assert!(matches!(function.vis, syn::Visibility::Public(_)));
    assert_eq!(function.body.as_ref().expect("a body").tail.to_string(), "(a + b) * c");
}

fn parse_tokens(tokens: proc_macro2::TokenStream) -> crate::syntax::Parsed {
    let parsed = crate::syntax::parse_block(tokens);
    assert!(parsed.errors.is_empty());
    parsed
}

/// What uses a broken item can stay silent.
#[test]
fn broken_items_are_named() {
    let parsed =
        parse("const A = 2 * 3; const B = 1; fn f(x) -> Tensor[F32, []] { x } fn g() -> Tensor[F32, []] { if }");
    assert_eq!(parsed.errors.len(), 2);
    assert_eq!(parsed.block.broken.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A", "f"]);
    assert_eq!(parsed.block.consts.len(), 1);
    assert!(parsed.block.fns[0].body.is_err(), "`g` keeps its signature");
}
