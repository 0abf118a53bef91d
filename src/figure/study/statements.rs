//! The paper's statements, each beside our results under every setting.

use serde_json::{Map, Value, json};

use super::sheet::{Check, Rows, Sheet};

/// A setting, and the figures made under it.
pub struct Told {
    /// The name of the setting: the size of addresses, or the change.
    pub name: String,
    /// Whether the setting is a change of the first one.
    pub varied: bool,
    /// What the paper says of the change; `None` if it says nothing.
    pub about: Option<&'static str>,
    /// The figures made under the setting.
    pub sheets: Vec<Sheet>,
}

impl Told {
    /// Returns figures that are made under one setting.
    pub fn ours(sheets: Vec<Sheet>) -> [Told; 1] {
        [Told { name: "ours".into(), varied: false, about: None, sheets }]
    }
}

/// A statement of the paper, and our result under each setting.
pub struct Statement<'a> {
    figure: &'static str,
    /// The checks by setting; that of the first setting is always present.
    checks: Vec<(&'a Told, &'a Check)>,
}

/// Returns every statement about the figures, in the order of the figures.
pub fn of<'a>(made: &[&'a Told]) -> Vec<Statement<'a>> {
    let Some(first) = made.first() else { return Vec::new() };
    let mut statements = Vec::new();
    for sheet in &first.sheets {
        for place in 0..sheet.checks.len() {
            let under =
                |made: &&'a Told| checks_of(made, sheet.figure).and_then(|checks| Some((*made, checks.get(place)?)));
            statements.push(Statement { figure: sheet.figure, checks: made.iter().filter_map(under).collect() });
        }
    }
    statements
}

fn checks_of<'a>(made: &'a Told, figure: &str) -> Option<&'a Vec<Check>> {
    made.sheets.iter().find(|sheet| sheet.figure == figure).map(|sheet| &sheet.checks)
}

impl<'a> Statement<'a> {
    fn first(&self) -> &'a Check {
        self.checks[0].1
    }

    fn under(&self, setting: &str) -> String {
        let found = self.checks.iter().find(|(made, _)| made.name == setting);
        found.map_or(String::new(), |(_, check)| check.ours.clone())
    }

    /// Returns the least and the greatest value over the first setting and all changes of it;
    /// `None` if one of them has no value.
    fn range(&self) -> Option<[(&'a Told, &'a Check); 2]> {
        let open = self.checks.iter().enumerate().filter(|(n, (made, _))| *n == 0 || made.varied);
        let mut values: Vec<(f64, (&Told, &Check))> = Vec::new();
        for (_, pair) in open {
            values.push((pair.1.value?, *pair));
        }
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        Some([values.first()?.1, values.last()?.1])
    }

    /// Returns whether the statement agrees under the first setting, and under how many of all, in
    /// words.
    fn verdict(&self) -> String {
        let word = match self.first().agrees {
            Some(true) => "yes",
            Some(false) => "NO",
            None => return "-".into(),
        };
        let agree = self.checks.iter().filter(|(_, check)| check.agrees == Some(true)).count();
        if self.checks.len() == 1 { word.into() } else { format!("{word} ({agree} of {})", self.checks.len()) }
    }

    /// Returns the statement as JSON.
    pub fn json(&self) -> Value {
        let check = self.first();
        let settings: Map<String, Value> =
            self.checks.iter().map(|(made, check)| (made.name.clone(), json!(check.ours))).collect();
        let mut line = json!({
            "figure": self.figure, "check": check.what, "paper": check.paper, "ours": check.ours, "all": check.all,
            "agrees": check.agrees, "settings": settings,
        });
        let varied = self.checks.iter().any(|(made, _)| made.varied);
        if let Some(ends) = self.range().filter(|_| varied) {
            let end = |(made, check): (&Told, &Check)| json!({ "ours": check.ours, "setting": made.name });
            line["range"] = json!(ends.map(end));
        }
        line
    }
}

/// Returns a table of the statements: the paper's values, ours, and whether they agree. Ours are by
/// size of addresses, as a range over the changes, and over the other workloads, which `others`
/// names.
pub fn table(made: &[&Told], statements: &[Statement], others: &str) -> Rows {
    let addresses: Vec<&str> = made.iter().filter(|made| !made.varied).map(|made| made.name.as_str()).collect();
    let varied = made.iter().any(|made| made.varied);
    let range: &[&str] = if varied { &["from", "to"] } else { &[] };
    let header: Vec<String> = ["figure", "what", "paper"]
        .iter()
        .chain(&addresses)
        .chain(range)
        .chain(&[others, "agrees"])
        .map(|word| word.to_string())
        .collect();
    let row = |statement: &Statement| {
        let check = statement.first();
        let mut row = vec![statement.figure.to_string(), check.what.clone(), check.paper.clone()];
        row.extend(addresses.iter().map(|address| statement.under(address)));
        if varied {
            let end = |(made, check): (&Told, &Check)| match made.varied {
                true => format!("{} ({})", check.ours, made.name),
                false => check.ours.clone(),
            };
            row.extend(statement.range().map_or([String::new(), String::new()], |ends| ends.map(end)));
        }
        row.extend([check.all.clone(), statement.verdict()]);
        row
    };
    Rows {
        title: "the paper's statements, and whether direction and order agree".into(),
        words: header.len(),
        rows: statements.iter().map(row).collect(),
        header,
    }
}

/// Returns a table of each statement under each setting; `None` if no setting is a change.
pub fn by_setting(made: &[&Told], statements: &[Statement]) -> Option<Rows> {
    made.iter().any(|made| made.varied).then_some(())?;
    let names: Vec<&str> = made.iter().map(|made| made.name.as_str()).collect();
    let row = |statement: &Statement| {
        let start = [statement.figure.to_string(), statement.first().what.clone()];
        start.into_iter().chain(names.iter().map(|name| statement.under(name))).collect()
    };
    Some(Rows {
        title: "the statements by setting, each change alone".into(),
        words: 2,
        header: ["figure", "what"].iter().chain(&names).map(|word| word.to_string()).collect(),
        rows: statements.iter().filter(|statement| statement.first().value.is_some()).map(row).collect(),
    })
}

/// Returns notes with what the paper says of each change.
pub fn notes(made: &[&Told]) -> Vec<String> {
    let note = |made: &&Told| Some(format!("{}: {}", made.name, made.about?));
    made.iter().filter_map(note).collect()
}
