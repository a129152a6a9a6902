//! Programs of the caret fixtures, right and wrong ones.

/// The cases of each file but those in `without`, without the messages.
pub fn seeds(without: &[&str]) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.retain(|path| !without.iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name)));
    let mut seeds = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).expect("a fixture is text");
        let program = |case: &str| {
            let lines = case.lines().skip(1).filter(|line| !line.trim_start().starts_with("//"));
            lines.map(|line| format!("{line}\n")).collect::<String>()
        };
        seeds.extend(text.split("//- ").skip(1).map(program));
    }
    seeds
}
