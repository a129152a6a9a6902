//! What `scan_file` finds.

use crate::syntax::scan_file;
use proc_macro2::TokenStream;

/// The contents and the `cfg`s of each call found.
fn scan(source: &str) -> Vec<(String, Vec<String>)> {
    let file = syn::parse_file(source).expect("Rust");
    let cfg = |attr: &syn::Attribute| attr.parse_args::<TokenStream>().expect("a cfg").to_string();
    scan_file(&file).iter().map(|found| (found.tokens.to_string(), found.cfgs.iter().map(cfg).collect())).collect()
}

fn found(text: &str, cfgs: &[&str]) -> (String, Vec<String>) {
    (text.into(), cfgs.iter().map(ToString::to_string).collect())
}

#[test]
fn every_position() {
    let source = r#"
        tensor_fn! { item }
        tensor_runtime::tensor_fn!(path);
        ::a::b::tensor_fn![long];
        other! { tensor_fn! { hidden } }
        mod m { mod n { tensor_fn! { inline } } }
        fn f() {
            tensor_fn! { statement }
            let v = tensor_fn! { expression };
            if a { loop { match b { _ => { tensor_fn! { deep } } } } }
            || { tensor_fn! { closure } };
            unsafe { { tensor_fn! { block } } }
        }
        impl S { fn g() { tensor_fn! { method } } tensor_fn! { member } const C: u8 = { tensor_fn! { constant } 0 }; }
        trait T { fn h() { tensor_fn! { default } } }
        static X: [u8; { tensor_fn! { length } 3 }] = [0; 3];
    "#;
    let texts: Vec<String> = scan(source).into_iter().map(|(text, _)| text).collect();
    assert_eq!(
        texts,
        [
            "item",
            "path",
            "long",
            "inline",
            "statement",
            "expression",
            "deep",
            "closure",
            "block",
            "method",
            "member",
            "constant",
            "default",
            "length",
        ]
    );
}

#[test]
fn cfgs_of_everything_around() {
    let source = r#"
        #![cfg(file)]
        #![allow(unused)]
        #[cfg(a)] #[inline] mod m {
            #![cfg(b)]
            #[cfg(c)] tensor_fn! { one }
            tensor_fn! { two }
            #[cfg(d)] fn f(#[cfg(parameter)] x: u8) {
                #![cfg(e)]
                #[cfg(g)] tensor_fn! { three }
                #[cfg(h)] { tensor_fn! { four } }
                #[cfg(i)] let v = { tensor_fn! { five } };
                match x { #[cfg(j)] _ => { tensor_fn! { six } } }
                S { #[cfg(k)] a: { tensor_fn! { seven } 1 }, b: { tensor_fn! { eight } 2 } };
            }
        }
        #[cfg(l)] impl S { #[cfg(m)] fn g() { tensor_fn! { nine } } #[cfg(n)] tensor_fn! { ten } }
        #[cfg_attr(unix, cfg(o))] mod n { tensor_fn! { eleven } }
        tensor_fn! { last }
    "#;
    assert_eq!(
        scan(source),
        [
            found("one", &["file", "a", "b", "c"]),
            found("two", &["file", "a", "b"]),
            found("three", &["file", "a", "b", "d", "e", "g"]),
            found("four", &["file", "a", "b", "d", "e", "h"]),
            found("five", &["file", "a", "b", "d", "e", "i"]),
            found("six", &["file", "a", "b", "d", "e", "j"]),
            found("seven", &["file", "a", "b", "d", "e", "k"]),
            found("eight", &["file", "a", "b", "d", "e"]),
            found("nine", &["file", "l", "m"]),
            found("ten", &["file", "l", "n"]),
            found("eleven", &["file", "unix , cfg (o)"]),
            found("last", &["file"]),
        ]
    );
}
