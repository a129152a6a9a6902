use super::plan;
use crate::tests::loaded::checked;
use expect_test::{Expect, expect};

fn check(source: &str, expected: Expect) {
    expected.assert_eq(&plan(&checked(source).func).to_string());
}

#[test]
fn elementwise_operations_are_one_loop_over_all_elements() {
    check(
        "fn f<A, B>(x: Tensor[F32, [A, B]], y: Tensor[F32, [A, B]]) -> Tensor[F32, [A, B]] { relu(x + y) * 2.0 }",
        expect![[r#"
            map [A * B] output 0 = mul(relu(add(input 0, input 1)), 2.0)
        "#]],
    );
}

#[test]
fn what_only_moves_elements_is_read_in_place() {
    check(
        "fn f<A, B>(x: Tensor[F32, [A, B]], y: Tensor[F32, [B]]) -> Tensor[F32, [B, A]] {
            transpose[1, 0](x) + transpose[1, 0](broadcast[A, B](y))
        }",
        expect![[r#"
            map [B, A] output 0 = add(input 0[1, B], input 1[1, 0])
        "#]],
    );
    check(
        "fn f<A>(x: Tensor[F32, [A, 6]]) -> Tensor[F32, [A, 2, 2]] {
            slice[axis = 2, start = 1, stop = 3](reshape[A, 2, 3](x))
        }",
        expect![[r#"
            map [2 * A, 2] output 0 = input 0[1; 3, 1]
        "#]],
    );
}

#[test]
fn the_stride_of_an_axis_that_may_be_stretched_is_chosen_at_run_time() {
    check(
        "fn f<D, E>(x: Tensor[F32, [E]], y: Tensor[F32, [D]]) -> Tensor[F32, [D]] requires E == 1 || E == D {
            broadcast[D](x) + y
        }",
        expect![[r#"
            map [D] output 0 = add(input 0[1 unless E == 1], input 1)
        "#]],
    );
}

#[test]
fn what_is_read_at_different_places_is_computed_once() {
    check(
        "fn f<A>(x: Tensor[F32, [A, A]]) -> Tensor[F32, [A, A]] { let e = exp(x); e + transpose[1, 0](e) }",
        expect![[r#"
            slot 0: F32 * max(A * A)
            map [A * A] slot 0 = exp(input 0)
            map [A, A] output 0 = add(slot 0, slot 0[1, A])
        "#]],
    );
    // Not so what costs no more than reading it.
    check(
        "fn f<A>(x: Tensor[F32, [A, A]]) -> Tensor[F32, [A, A]] { let e = -x; e + transpose[1, 0](e) }",
        expect![[r#"
        map [A, A] output 0 = add(neg(input 0), neg(input 0[1, A]))
    "#]],
    );
    // Used twice at the same place.
    check(
        "fn f<A>(x: Tensor[F32, [A]]) -> Tensor[F32, [A]] { let e = exp(x); e * e }",
        expect![[r#"
        map [A] output 0 = mul(%1, %1) where %1 = exp(input 0)
    "#]],
    );
}

#[test]
fn what_is_repeated_is_computed_before_it_is_repeated() {
    check(
        "fn f<A, B>(x: Tensor[F32, [B]], y: Tensor[F32, [A, B]]) -> Tensor[F32, [A, B]] { broadcast[A, B](exp(x)) + y }",
        expect![[r#"
            slot 0: F32 * max(B)
            map [B] slot 0 = exp(input 0)
            map [A, B] output 0 = add(slot 0[0, 1], input 1)
        "#]],
    );
}

#[test]
fn a_reduction_computes_its_operand_on_the_way() {
    check(
        "fn f<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] { reduce[sum, axis = 1](x * x) }",
        expect![[r#"
        Sum over 1 of [A, B] output 0[1, 0] = mul(input 0, input 0)
    "#]],
    );
    check(
        "fn f<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [C]] { reduce[max, axes = [0, 1]](x) }",
        expect![[r#"
            slot 0: F32 * max(A * C)
            Max over 1 of [A, B, C] slot 0[C, 0, 1] = input 0
            Max over 0 of [A, C] output 0[0, 1] = slot 0
        "#]],
    );
}

#[test]
fn softmax_uses_two_temporaries() {
    check(
        "fn f<N, K>(x: Tensor[F32, [N, K]]) -> Tensor[F32, [N, K]] {
            let e = exp(x - broadcast[N, K](reduce_keep[max, axis = 1](x)));
            e / broadcast[N, K](reduce_keep[sum, axis = 1](e))
        }",
        expect![[r#"
            slot 0: F32 * max(N)
            slot 1: F32 * max(K * N)
            Max over 1 of [N, K] slot 0[1, 0] = input 0
            map [N, K] slot 1 = exp(sub(input 0, slot 0[1, 0]))
            Sum over 1 of [N, K] slot 0[1, 0] = slot 1
            map [N, K] output 0 = div(slot 1, slot 0[1, 0])
        "#]],
    );
}

#[test]
fn matrices_are_read_in_place_unless_their_columns_lie_apart() {
    // On the left any strides do; on the right the transposed matrix is copied.
    check(
        "fn f<S, E>(q: Tensor[F32, [E, S]], k: Tensor[F32, [S, E]]) -> Tensor[F32, [S, S]] {
            matmul(transpose[1, 0](q), transpose[1, 0](k))
        }",
        expect![[r#"
            slot 0: F32 * max(E * S)
            map [E, S] slot 0 = input 1[1, E]
            matmul [S, E, S] output 0 = input 0[1, S] . slot 0
        "#]],
    );
    check(
        "fn f<B, M, K, N>(x: Tensor[F32, [B, M, K]], w: Tensor[F32, [K, N]]) -> Tensor[F32, [B, M, N]] {
            matmul(x, broadcast[B, K, N](w))
        }",
        expect![[r#"
            matmul [B, M, K, N] output 0 = input 0 . input 1[0, N, 1]
        "#]],
    );
}

#[test]
fn results_are_written_in_place() {
    // One of two results that are the same value, and a parameter, are copied.
    check(
        "fn f<A>(x: Tensor[F32, [A]]) -> (Tensor[F32, [A]], Tensor[F32, [A]], Tensor[F32, [A]]) {
            let y = exp(x);
            (y, x, y)
        }",
        expect![[r#"
            map [A] output 0 = exp(input 0)
            map [A] output 1 = input 0
            map [A] output 2 = output 0
        "#]],
    );
    // What is read again is read from the result.
    check(
        "fn f<A, B>(x: Tensor[F32, [A, B]]) -> (Tensor[F32, [A]], Tensor[F32, [A]]) {
            let s = reduce[sum, axis = 1](x);
            (s, exp(s))
        }",
        expect![[r#"
            Sum over 1 of [A, B] output 0[1, 0] = input 0
            map [A] output 1 = exp(output 0)
        "#]],
    );
    check(
        "fn f<A, B>(x: Tensor[F32, [A, B]], w: Tensor[F32, [B, B]]) -> Tensor[F32, [N]] dim N = A * B {
            reshape[N](matmul(x, w))
        }",
        expect![[r#"
            matmul [A, B, B] output 0 = input 0 . input 1
        "#]],
    );
}

#[test]
fn parts_of_a_concatenation_are_computed_in_place() {
    check(
        "fn f<A, B, C>(x: Tensor[F32, [A, B]], y: Tensor[F32, [A, C]]) -> Tensor[F32, [A, B + C]] {
            concat[axis = 1](exp(x), y)
        }",
        expect![[r#"
            map [A, B] output 0[B + C, 1] = exp(input 0)
            map [A, C] output 0[B; B + C, 1] = input 1
        "#]],
    );
}

#[test]
fn what_may_fault_runs_even_if_unused_and_over_all_of_its_elements() {
    check(
        "fn f<A>(x: Tensor[I64, [A, 4]], y: Tensor[I64, [A, 4]]) -> Tensor[I64, [A, 1]] {
            let _ = exp(1.0 * cast[F32](x));
            let _ = div(y, x) + 1;
            slice[axis = 1, start = 0, stop = 1](div(x, y))
        }",
        expect![[r#"
            slot 0: I64 * max(4 * A)
            map [4 * A] nothing = div(input 1, input 0)
            map [4 * A] slot 0 = div(input 0, input 1)
            map [A] output 0 = slot 0[4]
        "#]],
    );
    // A divisor that is not zero cannot fault.
    check(
        "fn f<A>(x: Tensor[I64, [A]]) -> Tensor[I64, [A]] { div(x, 2) + pow(x, 3) }",
        expect![[r#"
        map [A] output 0 = add(div(input 0, 2), pow(input 0, 3))
    "#]],
    );
}

#[test]
fn temporaries_share_memory_once_they_are_done_with() {
    check(
        "fn f<N>(x: Tensor[F32, [N, N]]) -> Tensor[F32, [N, N]] {
            let a = matmul(x, x);
            let b = matmul(a, x);
            let c = matmul(b, x);
            let d = matmul(c, x);
            matmul(d, x)
        }",
        expect![[r#"
            slot 0: F32 * max(N * N)
            slot 1: F32 * max(N * N)
            matmul [N, N, N] slot 0 = input 0 . input 0
            matmul [N, N, N] slot 1 = slot 0 . input 0
            matmul [N, N, N] slot 0 = slot 1 . input 0
            matmul [N, N, N] slot 1 = slot 0 . input 0
            matmul [N, N, N] output 0 = slot 1 . input 0
        "#]],
    );
}

#[test]
fn the_report_says_how_much_memory_a_call_takes() {
    let report = |source: &str| plan(&checked(source).func).report();
    expect![[r#"
        input 0: F32 * (A * B)
        input 1: I8 * (B)
        output 0: I64 * (1)
        scratch: up(8 * max(A)) + up(4 * max(A)) bytes

        slot 0: I64 * max(A)
        slot 1: F32 * max(A)
        ArgMax over 1 of [A, B] slot 0[1, 0], slot 1[1, 0] = input 0
        Sum over 0 of [A] output 0[0] = slot 0
    "#]]
    .assert_eq(&report(
        "fn f<A, B>(x: Tensor[F32, [A, B]], y: Tensor[I8, [B]]) -> Tensor[I64, []] {
            reduce[sum, axis = 0](reduce[argmax, axis = 1](x))
        }",
    ));
}

#[test]
fn a_long_chain_of_uses_is_planned_in_no_time() {
    let doubled = "let x = x * x + x; ".repeat(200);
    let source = format!("fn f<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {{ {doubled} x }}");
    assert_eq!(plan(&checked(&source).func).groups.len(), 1);
}
