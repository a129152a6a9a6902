//! Dependencies between the modules of this crate point one way.

use std::collections::BTreeSet;
use std::path::Path;

/// Each module with the modules that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("diag", &[]),
    ("cfg", &[]),
    ("manifest", &["cfg"]),
    ("syntax", &["types", "diag"]),
    ("logic", &["types", "diag"]),
    ("ops", &["types", "logic"]),
    ("ir", &["types", "ops"]),
    ("smt", &["types", "logic", "syntax"]),
    ("check", &["types", "diag", "syntax", "logic", "ops", "ir", "smt"]),
    ("eval", &["types", "ops", "ir", "check", "logic"]),
    ("generate", &["types", "ops", "eval"]),
];

fn sources(path: &Path, found: &mut Vec<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("the folder can be read") {
            sources(&entry.expect("the entry can be read").path(), found);
        }
    } else if !path
        .components()
        .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs" | "testing.rs")))
    {
        let text = std::fs::read_to_string(path).expect("a source is text");
        // Unit tests may use everything.
        found.push(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned());
    }
}

/// The modules of this crate that `text` names.
fn used(text: &str) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for (position, _) in text.match_indices("crate::") {
        let name: String =
            text[position + 7..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name.chars().next().is_some_and(|first| first.is_ascii_lowercase()) {
            modules.insert(name);
        }
    }
    modules
}

#[test]
fn modules_use_only_lower_layers() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for entry in std::fs::read_dir(&src).expect("src can be read") {
        let path = entry.expect("the entry can be read").path();
        let module = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        if module == "lib" {
            continue;
        }
        let (_, allowed) =
            LAYERS.iter().find(|(name, _)| *name == module).unwrap_or_else(|| panic!("`{module}` has no layer"));
        let mut texts = Vec::new();
        sources(&path, &mut texts);
        for other in texts.iter().flat_map(|text| used(text)) {
            assert!(other == module || allowed.contains(&other.as_str()), "`{module}` uses `{other}`");
        }
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} modules were found");
}
