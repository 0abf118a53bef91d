//! The page of a study, with all its figures.

use super::sheet::{Rows, Sheet};
use crate::error::Error;
use crate::figure::plot::svg;
use crate::page::{details, plain};

/// Returns the HTML page with a study's statements and figures.
pub fn page(paper: &str, sheets: &[Sheet], statements: &Rows, what: &str) -> Result<String, Error> {
    let mut text = format!("<p>{}</p>\n{}", plain(what), table(statements));
    for sheet in sheets {
        let name = sheet.figure.rsplit('/').next().unwrap_or_default();
        text += &format!("<h2 id=\"{name}\">{name}: {}</h2>\n{}\n", plain(&sheet.title), svg(&sheet.chart)?);
        for rows in &sheet.tables {
            text += &details(&rows.title, &table(rows));
        }
        for note in &sheet.notes {
            text += &format!("<p>{}</p>\n", plain(note));
        }
    }
    Ok(crate::page::page(&format!("{paper}, regenerated"), &text))
}

fn table(rows: &Rows) -> String {
    crate::page::table(&rows.header, &rows.rows, rows.words)
}
