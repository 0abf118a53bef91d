//! `heddle golden`: writes the golden models as a library for C, and a SystemVerilog checker for
//! each preset.

mod checker;

use heddle_cuda::libraries::built;
use heddle_golden_c::{HEADER, LIBRARIES, PACKAGE};

use crate::cli::Golden;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::folder::fill_new;
use crate::select::select;

/// Names of the libraries as they are handed on.
const NAMES: [&str; 2] = ["libheddle_golden.so", "libheddle_golden.a"];

/// Runs `heddle golden`: writes libraries, header, package and checkers into a new folder.
pub fn run(args: &Golden) -> Result<Outcome, Error> {
    let selected = select(std::slice::from_ref(&args.selection))?;
    let command = std::env::current_exe().unwrap_or_default();
    let libraries = LIBRARIES.map(|name| built(&command, name));
    if let Some((missing, _)) = LIBRARIES.iter().zip(&libraries).find(|(_, path)| path.is_none()) {
        let help = "cargo builds it with this command, and `cargo build --release` again; an installed command needs it beside it, or in ../lib";
        return Err(Error::tool(format!("{missing} is missing"), help));
    }
    let mut texts = vec![
        ("heddle_golden.h".to_string(), HEADER.to_string()),
        ("heddle_golden.sv".to_string(), PACKAGE.to_string()),
    ];
    texts.extend(selected.iter().map(|one| (format!("{}.sv", checker::name(one)), checker::checker(one))));
    fill_new(&args.out, |new| {
        for (from, name) in libraries.iter().flatten().zip(NAMES) {
            std::fs::copy(from, new.join(name))?;
        }
        texts.iter().try_for_each(|(name, text)| std::fs::write(new.join(name), text))
    })?;
    for name in NAMES.into_iter().chain(texts.iter().map(|(name, _)| name.as_str())) {
        say!("{}", args.out.join(name).display());
    }
    Ok(Outcome::Equal)
}
