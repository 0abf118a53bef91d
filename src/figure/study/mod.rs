//! What figures of the whole GPU have in common: tables with the paper's statements beside them, and the pages that show them.

pub mod checks;
pub mod mean;
pub mod output;
pub mod page;
pub mod runs;
pub mod sheet;
pub mod statements;
