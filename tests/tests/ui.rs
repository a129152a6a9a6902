//! What a user sees of a mistake: each program under `ui` fails with exactly the messages beside it.
//!
//! `TRYBUILD=overwrite cargo test -p tests --test ui` rewrites the messages; read each as a user before committing it.

#[test]
fn messages() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
