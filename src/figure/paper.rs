//! A paper is data: a table of its figures, and what its study takes and says.

use super::plot::Plot;
use super::study::output;
use crate::cli::Figure;
use crate::error::{Error, Outcome};

/// An option of `heddle figure` that only some figures take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    Vary,
    Longest,
    Slurm,
    Data,
    Matrix,
    From,
}

/// A function that makes one figure.
pub type Run = fn(&Figure) -> Result<Outcome, Error>;

/// The way in which a figure is made.
pub enum Make<M: 'static> {
    /// From the data that the figures of the paper share.
    Shared(M),
    /// By a function of its own.
    Alone(Run),
}

/// A figure of a paper: its name, as in `vt/8`, the options that it takes, and how it is made.
pub struct Entry<M: 'static>(pub &'static str, pub &'static [Word], pub Make<M>);

/// Returns a figure that is made from data that figures share.
pub const fn figure<M>(name: &'static str, takes: &'static [Word], make: M) -> Entry<M> {
    Entry(name, takes, Make::Shared(make))
}

/// Returns a figure that is made by a function of its own.
pub const fn alone<M>(name: &'static str, run: Run) -> Entry<M> {
    Entry(name, &[], Make::Alone(run))
}

/// Figures that are made together, by name, each with the way it is made.
pub type Wanted<M> = [(&'static str, &'static M)];

/// A function that makes figures, and draws them into as many files.
pub type Together<M> = fn(&Figure, &Wanted<M>, &[Plot]) -> Result<Outcome, Error>;

/// A paper, and its study.
pub struct Paper<M: 'static> {
    /// The paper's name, as in `vt`, which stands for all of its figures.
    pub name: &'static str,
    /// The options that all figures together take.
    pub takes: &'static [Word],
    /// The figures.
    pub figures: &'static [Entry<M>],
    /// Whether a figure is among all of them under the user's words.
    pub fits: fn(&Figure, &M) -> bool,
    /// The golden units of the figures, and where Verilated ones can be used.
    pub units: [&'static str; 2],
    /// Whether the figures are made of several sizes of addresses.
    pub addresses: bool,
    /// The function that makes the figures.
    pub make: Together<M>,
}

impl<M> Paper<M> {
    /// Refuses `--rtl`, sizes of addresses that the study does not take, and output files that
    /// cannot be written, before any work.
    pub fn check(&self, args: &Figure) -> Result<(), Error> {
        let [units, rtl] = self.units;
        if args.rtl {
            let help = format!("leave out --rtl; {rtl}");
            return Err(Error::input(format!("{} is made of golden {units}", args.figure), help));
        }
        if args.address.len() > 1 && !self.addresses {
            let what = format!("the figures of {} take one size of addresses", self.title());
            return Err(Error::input(what, "say --address 64, or --address 32"));
        }
        output::check_files(args)
    }

    /// Returns the paper's name in titles, as in `VT`.
    pub fn title(&self) -> String {
        self.name.to_uppercase()
    }

    /// Returns the figures that have functions of their own.
    pub fn alone(&self) -> impl Iterator<Item = (&'static str, Run)> {
        self.figures.iter().filter_map(|Entry(name, _, make)| match make {
            Make::Alone(run) => Some((*name, *run)),
            Make::Shared(_) => None,
        })
    }
}

/// A paper of any kind of figures.
pub trait Listed: Sync {
    /// Returns the paper's name and the names of its figures.
    fn names(&self) -> Vec<&'static str>;
    /// Returns the options that a figure, or the paper, takes; `None` if the name is another
    /// paper's.
    fn takes(&self, name: &str) -> Option<&'static [Word]>;
    /// Makes the figure that the user names, or all of the paper's.
    fn run(&self, args: &Figure) -> Result<Outcome, Error>;
}

impl<M: Sync> Listed for Paper<M> {
    fn names(&self) -> Vec<&'static str> {
        std::iter::once(self.name).chain(self.figures.iter().map(|Entry(name, ..)| *name)).collect()
    }

    fn takes(&self, name: &str) -> Option<&'static [Word]> {
        let of_figure = self.figures.iter().find(|Entry(known, ..)| *known == name).map(|Entry(_, takes, _)| *takes);
        of_figure.or((name == self.name).then_some(self.takes))
    }

    fn run(&self, args: &Figure) -> Result<Outcome, Error> {
        // tables in a document need no plots, unless they are asked for
        let plots = args.plot.is_some() || args.markdown.is_empty();
        match self.figures.iter().find(|Entry(name, ..)| *name == args.figure) {
            Some(Entry(_, _, Make::Alone(run))) => run(args),
            Some(Entry(name, _, Make::Shared(make))) => {
                let plot = plots.then(|| Plot::of(args, name)).transpose()?;
                (self.make)(args, &[(name, make)], plot.as_slice())
            }
            None => {
                let shared = self.figures.iter().filter_map(|Entry(name, _, make)| match make {
                    Make::Shared(make) => Some((*name, make)),
                    Make::Alone(_) => None,
                });
                let wanted: Vec<_> = shared.filter(|(_, make)| (self.fits)(args, make)).collect();
                let plots = if plots { Plot::each(args, wanted.iter().map(|(name, _)| *name))? } else { vec![] };
                (self.make)(args, &wanted, &plots)
            }
        }
    }
}
