//! The common parts of studies on the whole GPU: runs, tables with the paper's statements beside
//! ours, and the pages that show them.

pub mod agreement;
mod causes;
pub mod checks;
pub mod compare;
pub mod data;
mod impossible;
mod markdown;
pub mod mean;
pub mod output;
pub mod page;
pub mod sheet;
pub mod statements;
pub mod subjects;
pub mod timed;
