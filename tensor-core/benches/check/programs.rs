//! The programs that are checked, as text.

use std::fmt::Write;

/// Each with its name.
pub fn all() -> Vec<(String, String)> {
    let mut programs = vec![
        ("encoder block".to_owned(), encoder()),
        ("100 functions of 20 operations".to_owned(), (0..100).map(|number| function(number, 20)).collect()),
    ];
    let operations = [300, 600, 1200].map(|count| (format!("{count} operations"), function(0, count)));
    programs.extend(operations);
    programs.push(("40 variables, 60 predicates".to_owned(), predicates()));
    programs.extend([30, 60].map(|count| (format!("chain of {count} products"), products(count))));
    programs.extend([60, 120].map(|count| (format!("chain of {count} linear equations"), equations(count))));
    programs
}

/// The block of the example.
fn encoder() -> String {
    let file = syn::parse_file(include_str!("../../../examples/src/bin/encoder.rs")).expect("the example is Rust");
    let found = tensor_core::syntax::scan_file(&file);
    found.first().expect("the example calls `tensor_fn!`").tokens.to_string()
}

/// A function of `operations` operations on a matrix whose dims change on the way.
fn function(number: usize, operations: usize) -> String {
    let mut text = format!(
        "fn f{number}<S, D, H>(x: Tensor[F32, [S, D]], w: Tensor[F32, [D, H]], v: Tensor[F32, [H, D]], b: Tensor[F32, [D]])
         -> Tensor[F32, [S, D]] requires D % 8 == 0 {{ let h = x;\n"
    );
    // Ten operations, which leave the shape as it was.
    let steps = [
        (2, "h + broadcast[S, D](b)"),
        (1, "matmul(h, w)"),
        (1, "matmul(h, v)"),
        (1, "reshape[S, 8, D / 8](h)"),
        (1, "transpose[1, 0, 2](h)"),
        (1, "transpose[1, 0, 2](h)"),
        (1, "reshape[S, D](h)"),
        (1, "concat[axis = 0](h, x)"),
        (1, "slice[axis = 0, start = S, stop = 2 * S](h)"),
    ];
    let mut left = operations;
    for (cost, step) in steps.iter().cycle() {
        if left < *cost {
            break;
        }
        left -= cost;
        let _ = writeln!(text, "let h = {step};");
    }
    text.push_str("h }\n");
    text
}

/// 40 shape variables under 60 predicates of several kinds, each of which the body needs or could need.
fn predicates() -> String {
    let names: Vec<String> = (0..40).map(|number| format!("S{number}")).collect();
    let params: Vec<String> = names.iter().map(|name| format!("x{name}: Tensor[F32, [{name}, 4]]")).collect();
    let mut preds = Vec::new();
    for number in 0..20 {
        preds.push(format!("S{number} <= S{}", number + 1));
        preds.push(format!("S{} % 4 == 0", number + 20));
        preds.push(match number % 4 {
            0 => format!("S{number} + 3 <= S{}", number + 20),
            1 => format!("S{number} >= {number}"),
            2 => format!("S{number} == 1 || S{number} >= 5"),
            _ => format!("S{number} != 7 || S{} <= 100", number + 20),
        });
    }
    assert_eq!(preds.len(), 60);
    let mut text = format!(
        "fn f<{}>({}) -> Tensor[F32, [S0, 4]] requires {} {{ let h = xS20;\n",
        names.join(", "),
        params.join(", "),
        preds.join(", ")
    );
    // Down from the greatest of those that are ordered, and whole groups of four of the others.
    for number in 20..40 {
        let _ = writeln!(text, "let _ = reshape[S{number} / 4, 4, 4](xS{number});");
    }
    for number in (0..20).rev() {
        let _ = writeln!(text, "let h = slice[axis = 0, start = 0, stop = S{number}](h);");
    }
    text.push_str("h }\n");
    text
}

/// Each dim is the product of the one before and a new variable.
fn products(length: usize) -> String {
    let names: Vec<String> = (0..=length).map(|number| format!("A{number}")).collect();
    let params: Vec<String> = names.iter().map(|name| format!("{name}: dim")).collect();
    let mut text = format!("fn f({}) -> Tensor[F32, [A0]] {{ dim N0 = A0 * A1;\n", params.join(", "));
    for number in 1..length {
        let _ = writeln!(text, "dim N{number} = N{} * A{};", number - 1, number + 1);
    }
    text.push_str("broadcast[A0](scalar[F32](1)) }\n");
    text
}

/// Each variable is the sum of the one before and another variable.
fn equations(length: usize) -> String {
    let names: Vec<String> = (0..=length).flat_map(|number| [format!("A{number}"), format!("B{number}")]).collect();
    let params: Vec<String> = names.iter().map(|name| format!("x{name}: Tensor[F32, [{name}]]")).collect();
    let preds: Vec<String> = (0..length).map(|number| format!("A{} == A{number} + B{number}", number + 1)).collect();
    let last = format!("A{length}");
    format!(
        "fn f<{}>({}) -> Tensor[F32, [{last}]] requires {} {{ let h = xA0;\n{} h }}",
        names.join(", "),
        params.join(", "),
        preds.join(", "),
        (0..length).map(|number| format!("let h = concat[axis = 0](h, xB{number});\n")).collect::<String>()
    )
}
