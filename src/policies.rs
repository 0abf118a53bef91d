//! `heddle policies`: lists the policies.

use comfy_table::CellAlignment;
use heddle_gpu::config::Config;
use heddle_gpu::policy::{Listed, Policy};
use heddle_gpu::system::PolicyUnit;
use serde_json::json;

use crate::cli::Policies;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::in_gpu::{InGpu, Visitor, each};
use crate::table::table;

/// Runs `heddle policies`: prints each policy with its paper, the unit in its cores, its options
/// and a description.
pub fn run(args: &Policies) -> Result<Outcome, Error> {
    let mut shown = table();
    shown.set_header(["policy", "paper", "unit", "options", "what its cores do"]);
    for listed in Policy::listed() {
        let unit = unit(&listed);
        let Listed { name, paper, options, about } = listed;
        if args.json {
            say!(
                "{}",
                json!({ "event": "policy", "policy": name, "paper": paper, "unit": unit, "options": options, "about": about })
            );
        } else {
            shown.add_row([name, paper, unit.unwrap_or("-"), &options.join(" "), about]);
        }
    }
    if !args.json {
        shown.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Left));
        say!("{shown}\nA paper's name is that of its GPU, too: `heddle sim K --policy ws4 --config vws`.");
    }
    Ok(Outcome::Equal)
}

/// Returns the name of the unit that the policy's cores contain, and that `--rtl` replaces; `None`
/// if there is none.
fn unit(listed: &Listed) -> Option<&'static str> {
    struct Find(Policy, Config, Option<&'static str>);
    impl Visitor for Find {
        fn visit<B: InGpu>(&mut self) {
            if B::Golden::configured(&self.0, &self.1.spec).is_some() {
                self.2 = Some(B::NAME);
            }
        }
    }
    let mut find = Find(Policy::named(listed.name)?, Config::shipped(listed.paper)?, None);
    each(&mut find);
    find.2
}
