//! The GPU's rooms see only those below them; of its files, of the command's, and of those of some
//! other rooms, no circle is larger than two.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::structure;

/// Rooms of `golden/gpu/src`, from the lowest up. Those of one line do not see each other.
const ROOMS: [&[&str]; 11] = [
    &["config"],
    &["measure"],
    &["base"],
    &["memory"],
    &["microop"],
    &["warps"],
    &["datapath", "formation", "residency"],
    &["core"],
    &["system"],
    &["energy"],
    &["record", "study"],
];

/// A module as the words of its path from the crate's root, which has none.
type Module = Vec<String>;

/// A name that a file imports.
struct Import {
    /// The words of the name's path from the crate's root.
    path: Module,
    /// The name by which the file knows it.
    name: String,
    /// Whether the file needs it itself, and does not only pass it on.
    needs: bool,
}

fn words(path: &str) -> Module {
    path.split("::").map(|word| word.trim().to_string()).collect()
}

/// Returns the text of a file without comments, and without what is compiled for tests alone.
fn code(text: &str) -> String {
    let modules = text.match_indices("#[cfg(test)]\n").map(|(at, _)| at);
    let is_module =
        |at: &usize| text[*at..].lines().nth(1).is_some_and(|line| line.contains("mod ") && line.ends_with('{'));
    let text = &text[..modules.into_iter().find(is_module).unwrap_or(text.len())];
    let mut lines = text.lines().map(|line| line.split("//").next().unwrap_or_default()).peekable();
    let mut code = String::new();
    while let Some(line) = lines.next() {
        match lines.peek() {
            Some(next) if line.trim() == "#[cfg(test)]" && next.ends_with(';') => drop(lines.next()),
            _ => code += &format!("{line}\n"),
        }
    }
    code
}

/// Returns the paths of a tree of imports, such as `a::{b, c::{d as e}}`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((before, inside)) = tree.split_once('{') else { return vec![tree.trim().to_string()] };
    let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for sign in inside.chars() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        match parts.last_mut() {
            Some(part) if sign != ',' || depth != 0 => part.push(sign),
            _ => parts.push(String::new()),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| leaves(part)).map(|leaf| format!("{}{leaf}", before.trim())).collect()
}

/// Returns a path of a module's code from the crate's root; `None` if it begins in another crate.
fn from_root(module: &Module, path: &str, modules: &BTreeSet<Module>) -> Option<Module> {
    let path = words(path.strip_suffix("::self").unwrap_or(path));
    let up = path.iter().take_while(|word| *word == "super").count();
    let child = || [&module[..], &path[..1]].concat();
    match path[0].as_str() {
        "crate" => Some(path[1..].to_vec()),
        "super" => Some([&module[..module.len() - up], &path[up..]].concat()),
        _ => modules.contains(&child()).then(|| [&module[..], &path[..]].concat()),
    }
}

/// Returns what a module's code names of its crate, imported or by its path.
fn imports(module: &Module, text: &str, modules: &BTreeSet<Module>) -> Vec<Import> {
    let (mut statements, mut rest) = (Vec::new(), String::new());
    let mut left = text;
    while let Some(at) = left.find("use ") {
        let line = left[..at].rsplit('\n').next().unwrap_or_default().trim();
        let end = if line.is_empty() || line.starts_with("pub") { left[at..].find(';') } else { None };
        rest += &left[..at];
        if let Some(end) = end {
            statements.push((line.starts_with("pub"), &left[at + 4..at + end]));
        }
        left = &left[at + end.unwrap_or(4)..];
    }
    rest += left;
    let mentions =
        |name: &str| rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).any(|word| word == name);
    let mut found = Vec::new();
    for (passes, leaf) in
        statements.iter().flat_map(|(passes, tree)| leaves(tree).into_iter().map(|leaf| (*passes, leaf)))
    {
        let (path, alias) = leaf.split_once(" as ").map_or((leaf.as_str(), None), |(path, alias)| (path, Some(alias)));
        let Some(path) = from_root(module, path, modules) else { continue };
        let name = alias.or(path.last().map(String::as_str)).unwrap_or_default().to_string();
        found.push(Import { path, needs: !passes || mentions(&name), name });
    }
    let is_of_path = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == ':';
    for (at, _) in ["crate::", "super::"].iter().flat_map(|start| rest.match_indices(start)) {
        if rest[..at].ends_with(is_of_path) || rest[at..].starts_with("crate::counters!") {
            continue;
        }
        let path = rest[at..].split(|sign| !is_of_path(sign)).next().unwrap_or_default();
        let path = from_root(module, path.trim_end_matches(':'), modules);
        found.extend(path.map(|path| Import { path, name: String::new(), needs: true }));
    }
    found
}

/// Returns the module in which a name is defined, through the modules that pass it on.
fn defined(path: &[String], all: &BTreeMap<Module, Vec<Import>>, depth: u32) -> Module {
    let at = (0..=path.len()).rev().find(|&at| all.contains_key(&path[..at])).unwrap_or(0);
    let (module, rest) = path.split_at(at);
    let passed = rest.first().and_then(|first| all.get(module)?.iter().find(|import| import.name == *first));
    match passed {
        Some(import) if depth < 8 => defined(&[&import.path[..], &rest[1..]].concat(), all, depth + 1),
        _ => module.to_vec(),
    }
}

/// Returns the modules that each module needs.
fn needs(files: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let modules = files.keys().cloned().collect();
    let all: BTreeMap<Module, Vec<Import>> =
        files.iter().map(|(module, text)| (module.clone(), imports(module, &code(text), &modules))).collect();
    let needs = |module: &Module, imports: &[Import]| {
        let needed = imports.iter().filter(|import| import.needs).map(|import| defined(&import.path, &all, 0));
        needed.filter(|needed| needed != module && !needed.is_empty()).collect()
    };
    all.iter()
        .filter(|(module, _)| !module.is_empty())
        .map(|(module, all)| (module.clone(), needs(module, all)))
        .collect()
}

/// Returns what is wrong with the imports of the GPU's files: those that go up, and circles.
fn wrong(files: &BTreeMap<Module, String>) -> Vec<String> {
    let needs = needs(files);
    [upward(&needs), circles(&needs)].concat()
}

/// Returns the imports that go to a room above, or beside.
fn upward(needs: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let level = |module: &Module| ROOMS.iter().position(|rooms| rooms.contains(&module[0].as_str()));
    let mut wrong = Vec::new();
    for (module, needed) in needs {
        for needed in needed {
            let goes_up = level(needed) > level(module) || level(needed) == level(module) && needed[0] != module[0];
            if goes_up || level(module).is_none() {
                wrong.push(format!("{} sees {}, which is not below it", module.join("/"), needed.join("/")));
            }
        }
    }
    wrong
}

/// Returns the circles of more than two files.
fn circles(needs: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = needs.keys().map(|from| (from, reach(from, needs))).collect();
    let mut circles = BTreeSet::new();
    for (from, reached_here) in &reached {
        let circle: Vec<String> =
            reached_here.iter().filter(|to| reached[*to].contains(from)).map(|to| to.join("/")).collect();
        circles.extend((circle.len() > 2).then_some(circle));
    }
    circles.iter().map(|circle| format!("a circle: {}", circle.join(", "))).collect()
}

/// Returns the modules that a module needs, and those that they need.
fn reach<'a>(from: &'a Module, needs: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        next.extend(needs.get(module).into_iter().flatten().filter(|needed| reached.insert(*needed)));
    }
    reached
}

/// Returns the files of a crate's folder but for those of its tests, by module.
fn files(folder: &str) -> BTreeMap<Module, String> {
    let folder = structure::root().join(folder);
    let paths = structure::files(&folder, &[".rs"]);
    let files = paths.iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap().with_extension("");
        let mut module: Module = name.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        module.pop_if(|last| ["mod", "lib"].contains(&last.as_str()));
        (module, fs::read_to_string(path).unwrap())
    });
    files.filter(|(module, _)| !module.contains(&"tests".to_string())).collect()
}

#[test]
fn no_room_of_the_gpu_sees_one_above_it() {
    let files = files("golden/gpu/src");
    assert!(files.len() > 150);
    let found = wrong(&files);
    assert!(found.is_empty(), "{found:#?}");
    let plants = |path: &str, text: &str| {
        let mut files = files.clone();
        files.get_mut(&words(path)).unwrap().insert_str(0, text);
        wrong(&files)
    };
    let up = plants("memory::cache", "use crate::base::{Wait, ids::{Slot, WarpId}};\nuse crate::core::SlottedCore;\n");
    assert_eq!(up[0], "memory/cache sees core/slotted, which is not below it");
    let by_path = plants("warps::needs", "fn fits(core: &crate::core::SlottedCore) {}\n");
    assert_eq!(by_path[0], "warps/needs sees core/slotted, which is not below it");
    let beside = plants("formation::fixed", "use crate::datapath::Simt;\n");
    assert_eq!(beside, ["formation/fixed sees datapath/simt, which is not below it"]);
    // `wait` and `grid` know nothing of each other
    assert!(plants("base::wait", "use super::grid::Ctas;\n").is_empty());
    let circle = plants("base::mask", "use super::ids::Slot;\n").len()
        + plants("memory::mshr", "use super::slice::Slice;\n").len();
    assert_eq!(circle, 1, "L2's slices use caches, which use the tables of misses");
    assert!(plants("memory::cache", "// use crate::core::SlottedCore;\n").is_empty());
}

/// Returns the names of the GPU's rooms: folders, and files.
fn rooms() -> BTreeSet<String> {
    let entries = fs::read_dir(structure::root().join("golden/gpu/src")).unwrap().map(|entry| entry.unwrap());
    let names = entries.map(|entry| entry.file_name().to_string_lossy().trim_end_matches(".rs").to_string());
    names.filter(|name| name != "lib").collect()
}

/// Returns the rooms in ARCHITECTURE's picture of them, from the left: rooms in one column are
/// beside each other. Words that are no rooms explain.
fn drawn(architecture: &str) -> Vec<Vec<String>> {
    let picture = architecture.lines().skip_while(|line| !line.starts_with("    config <"));
    let picture: Vec<&str> = picture.take_while(|line| !line.is_empty()).collect();
    let first = picture.first().copied().unwrap_or_default();
    let starts: Vec<usize> = std::iter::once(0).chain(first.match_indices('<').map(|(at, _)| at + 1)).collect();
    let ends = starts[1..].iter().map(|start| start - 1).chain([usize::MAX]);
    let rooms = rooms();
    let is_room = |word: &&str| rooms.contains(*word);
    let cell = |(start, end): (&usize, usize)| {
        let parts = picture.iter().filter_map(|line| line.get(*start..end.min(line.len())));
        parts.flat_map(str::split_whitespace).filter(is_room).map(str::to_string).collect()
    };
    starts.iter().zip(ends).map(cell).collect()
}

#[test]
fn the_picture_of_the_rooms_is_what_imports_give() {
    let text = fs::read_to_string(structure::root().join("ARCHITECTURE.md")).unwrap();
    assert_eq!(drawn(&text), ROOMS);
    assert_ne!(drawn(&text.replace("    config < measure <", "    config < memory  <")), ROOMS);
    let known: BTreeSet<String> = ROOMS.concat().into_iter().map(str::to_string).collect();
    assert_eq!(known, rooms(), "each room has a place in the picture");
}

/// Folders without a circle of more than two files: how many files they have at least, and two
/// files of which the lower one must not see the higher one.
const STRAIGHT: [(&str, usize, &str, &str); 6] = [
    ("src", 80, "explain", "sim::sweep"),
    ("cli/src", 60, "number", "cover::pieces"),
    ("formal/src", 12, "graph", "bounded"),
    ("rtl/src", 100, "array", "gang::top"),
    ("golden/kernel/src/lower", 20, "scope", "statements"),
    ("golden/units/src/lane", 12, "state", "sequence"),
];

#[test]
fn no_circle_of_the_command_and_other_rooms_is_larger_than_two() {
    for (folder, least, low, high) in STRAIGHT {
        let mut files = files(folder);
        files.remove(&words("main"));
        assert!(files.len() > least, "{folder}: {}", files.len());
        let found = circles(&needs(&files));
        assert!(found.is_empty(), "{found:#?}");
        files.get_mut(&words(low)).unwrap().insert_str(0, &format!("use crate::{high};\n"));
        assert_eq!(circles(&needs(&files)).len(), 1);
    }
}
