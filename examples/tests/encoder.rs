//! `encoder` checks its own outputs; this runs it with every `cargo test`.

use std::process::Command;

#[test]
fn every_output_agrees_with_numpys() {
    let output = Command::new(env!("CARGO_BIN_EXE_encoder")).output().unwrap();
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains("all agree with NumPy in F64 to 1e-5"), "{text}");
    // B, S, D, H and the number of heads of each case.
    for case in [[1, 7, 24, 96, 3], [2, 13, 35, 53, 5], [5, 1, 17, 29, 1], [3, 16, 48, 96, 4]] {
        let case = case.map(|number| number.to_string());
        let shown = |line: &str| line.split_whitespace().collect::<Vec<_>>().windows(5).any(|words| words == case);
        assert!(text.lines().any(shown), "{case:?} is missing: {text}");
    }
}
