//! The subjects of a paper's evaluation, and the workloads that stand for them.

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::cli::Figure;
use crate::error::Error;
use crate::explain::Explained;
use crate::kernel::program::Loaded;
use crate::select::suggest;

/// A subject of a paper's evaluation, such as a benchmark, and the workload that stands for it.
pub trait Subject: Sized + PartialEq + 'static {
    /// The paper's word for a subject, as in `application`, which data files use too.
    const KIND: &'static str;
    /// The name of the paper's table of subjects, as in `VT's table II`.
    const TABLE: &'static str;
    /// All subjects of the table.
    const ALL: &'static [Self];
    /// The scale used in place of `study` where a workload has it: where the sizes of `study` are
    /// made for another paper.
    const OWN_SCALE: Option<&'static str> = None;
    /// Returns the subject's name in the paper.
    fn name(&self) -> &'static str;
    /// Returns the folder of the subject's workload.
    fn folder(&self) -> &'static str;

    /// Returns the subject with this name or folder; `None` if there is none.
    fn named(word: &str) -> Option<&'static Self> {
        let is = |it: &&Self| [it.name(), it.folder()].iter().any(|name| name.eq_ignore_ascii_case(word));
        Self::ALL.iter().find(is)
    }
}

/// Returns the subjects that `--only` names, or all, in the order of the table.
pub fn wanted<S: Subject>(args: &Figure) -> Result<Vec<&'static S>, Error> {
    let mut wanted = Vec::new();
    for word in &args.only {
        let found = S::named(word).ok_or_else(|| {
            let names = S::ALL.iter().flat_map(|it| [it.folder(), it.name()]);
            Error::input(format!("{} has no {} `{word}`", S::TABLE, S::KIND), suggest(word, names))
        })?;
        wanted.push(found);
    }
    Ok(S::ALL.iter().filter(|it| wanted.is_empty() || wanted.contains(it)).collect())
}

/// Returns the scale at which a workload runs when the user asks for `scale`.
pub fn scale_of<'a, S: Subject>(loaded: &Loaded, scale: &'a str) -> &'a str {
    let has = |own: &&str| loaded.launch.as_ref().is_some_and(|(_, description)| description.size.contains_key(*own));
    if scale == "study" { S::OWN_SCALE.filter(has).unwrap_or(scale) } else { scale }
}

/// Loads the selected subjects that satisfy a condition; an error if a workload does not have the
/// scale.
pub fn loaded<S: Subject>(args: &Figure, of: impl Fn(&S) -> bool) -> Result<Vec<(&'static S, Loaded)>, Error> {
    let address = args.addresses().first().copied();
    let mut pieces = Vec::new();
    for it in wanted::<S>(args)?.into_iter().filter(|it| of(it)) {
        let loaded = Loaded::open(it.folder(), None, address)?;
        if let Some((file, description)) = &loaded.launch {
            description.sizes(file, scale_of::<S>(&loaded, &args.scale)).explained()?;
        }
        pieces.push((it, loaded));
    }
    Ok(pieces)
}

/// Returns the selected subjects that satisfy a condition, by the scale of their workloads.
pub fn by_scale<S: Subject>(args: &Figure, of: impl Fn(&S) -> bool) -> Result<Vec<(String, Vec<&'static S>)>, Error> {
    let mut all: Vec<(String, Vec<&'static S>)> = Vec::new();
    for (it, loaded) in loaded::<S>(args, of)? {
        let scale = scale_of::<S>(&loaded, &args.scale);
        match all.iter_mut().find(|(known, _)| known == scale) {
            Some((_, of)) => of.push(it),
            None => all.push((scale.into(), vec![it])),
        }
    }
    Ok(all)
}

/// A subject in a data file: its name.
pub mod named {
    use super::*;

    /// Writes a subject's name.
    pub fn serialize<S: Subject, T: Serializer>(of: &&'static S, to: T) -> Result<T::Ok, T::Error> {
        to.serialize_str(of.name())
    }

    /// Finds a subject by its name.
    pub fn deserialize<'d, S: Subject, D: Deserializer<'d>>(from: D) -> Result<&'static S, D::Error> {
        let name = String::deserialize(from)?;
        S::named(&name).ok_or_else(|| de::Error::custom(format!("{} has no {} `{name}`", S::TABLE, S::KIND)))
    }
}
