//! `digits` checks its own predictions; this runs it with every `cargo test`.

use std::process::Command;

#[test]
fn every_prediction_equals_numpys() {
    let output = Command::new(env!("CARGO_BIN_EXE_digits")).output().unwrap();
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}{errors}");
    // NumPy's own predictions have these 12 wrong: see examples/digits/README.md.
    assert!(text.contains("488 of 500 held-out images recognised: 97.6 %"), "{text}");
    assert!(text.contains("all 500 predictions equal NumPy's"), "{text}");
    assert!(text.contains("  wrong"), "{text}");
}
