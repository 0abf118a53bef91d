//! The subjects of a paper's evaluation, and the workloads that stand for them.

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::cli::Figure;
use crate::error::Error;
use crate::explain::Explained;
use crate::kernel::program::Loaded;
use crate::select::suggest;

/// A subject of a paper's evaluation, such as a benchmark, and the workload that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject<C: 'static> {
    /// The subject's name in the paper, or else in this project.
    pub name: &'static str,
    /// The folder of the subject's workload.
    pub folder: &'static str,
    /// What the study says of the subject.
    pub class: C,
}

/// Some subjects of a table.
type Subjects<C> = Vec<&'static Subject<C>>;

/// What a study says of each of its subjects, and the table of them.
pub trait Class: Copy + PartialEq + 'static {
    /// The paper's word for a subject, as in `application`, which data files use too.
    const KIND: &'static str;
    /// The name of the paper's table of subjects, as in `VT's table II`.
    const TABLE: &'static str;
    /// All subjects of the table.
    const SUBJECTS: &'static [Subject<Self>];
    /// The scale used in place of `study` where a workload has it: where the sizes of `study` are
    /// made for another paper.
    const OWN_SCALE: Option<&'static str> = None;
}

/// Returns a subject: its name, the folder of its workload, and its class.
pub const fn subject<C: Copy>(name: &'static str, folder: &'static str, class: C) -> Subject<C> {
    Subject { name, folder, class }
}

impl<C: Class> Subject<C> {
    /// All subjects of the table.
    pub const ALL: &'static [Self] = C::SUBJECTS;

    /// Returns the subject with this name or folder; `None` if there is none.
    pub fn named(word: &str) -> Option<&'static Self> {
        let is = |it: &&Self| [it.name, it.folder].iter().any(|name| name.eq_ignore_ascii_case(word));
        Self::ALL.iter().find(is)
    }
}

/// Returns the subjects that `--only` names, or all, in the order of the table.
pub fn wanted<C: Class>(args: &Figure) -> Result<Subjects<C>, Error> {
    let mut wanted = Vec::new();
    for word in &args.only {
        let found = Subject::<C>::named(word).ok_or_else(|| {
            let names = C::SUBJECTS.iter().flat_map(|it| [it.folder, it.name]);
            Error::input(format!("{} has no {} `{word}`", C::TABLE, C::KIND), suggest(word, names))
        })?;
        wanted.push(found);
    }
    Ok(C::SUBJECTS.iter().filter(|it| wanted.is_empty() || wanted.contains(it)).collect())
}

/// Returns the scale at which a workload runs when the user asks for `scale`.
pub fn scale_of<'a, C: Class>(loaded: &Loaded, scale: &'a str) -> &'a str {
    let has = |own: &&str| loaded.launch.as_ref().is_some_and(|(_, description)| description.size.contains_key(*own));
    if scale == "study" { C::OWN_SCALE.filter(has).unwrap_or(scale) } else { scale }
}

/// Loads the selected subjects that satisfy a condition; an error if a workload does not have the
/// scale.
pub fn loaded<C: Class>(
    args: &Figure,
    of: impl Fn(&Subject<C>) -> bool,
) -> Result<Vec<(&'static Subject<C>, Loaded)>, Error> {
    let address = args.addresses().first().copied();
    let mut pieces = Vec::new();
    for it in wanted::<C>(args)?.into_iter().filter(|it| of(it)) {
        let loaded = Loaded::open(it.folder, None, address)?;
        if let Some((file, description)) = &loaded.launch {
            description.sizes(file, scale_of::<C>(&loaded, &args.scale)).explained()?;
        }
        pieces.push((it, loaded));
    }
    Ok(pieces)
}

/// Returns the selected subjects that satisfy a condition, by the scale of their workloads.
pub fn by_scale<C: Class>(
    args: &Figure,
    of: impl Fn(&Subject<C>) -> bool,
) -> Result<Vec<(String, Subjects<C>)>, Error> {
    let mut all: Vec<(String, Subjects<C>)> = Vec::new();
    for (it, loaded) in loaded::<C>(args, of)? {
        let scale = scale_of::<C>(&loaded, &args.scale);
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
    pub fn serialize<C: Class, T: Serializer>(of: &&'static Subject<C>, to: T) -> Result<T::Ok, T::Error> {
        to.serialize_str(of.name)
    }

    /// Finds a subject by its name.
    pub fn deserialize<'d, C: Class, D: Deserializer<'d>>(from: D) -> Result<&'static Subject<C>, D::Error> {
        let name = String::deserialize(from)?;
        Subject::<C>::named(&name).ok_or_else(|| de::Error::custom(format!("{} has no {} `{name}`", C::TABLE, C::KIND)))
    }
}
