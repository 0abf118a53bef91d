//! All figures on one page that needs nothing else.

use super::sheet::{Rows, Sheet, checks};

const STYLE: &str = "body{font-family:sans-serif;margin:2em;max-width:1400px}table{border-collapse:collapse;font-size:13px}\
td,th{padding:2px 10px;text-align:right;border-bottom:1px solid #eee}td.w,th.w{text-align:left}\
svg{max-width:100%;height:auto}details{margin:.5em 0}";

/// The page's text.
pub fn page(sheets: &[Sheet], what: &str) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>STSIMT, regenerated</title><style>{STYLE}</style></head><body>\n\
         <h1>STSIMT, regenerated</h1>\n<p>{}</p>\n",
        plain(what)
    );
    text += &table(&checks(sheets));
    for sheet in sheets {
        let name = sheet.figure.trim_start_matches("stsimt/");
        text += &format!("<h2 id=\"{name}\">{name}: {}</h2>\n{}\n", plain(&sheet.title), sheet.svg);
        for rows in &sheet.tables {
            text += &format!("<details><summary>{}</summary>{}</details>\n", plain(&rows.title), table(rows));
        }
        for note in &sheet.notes {
            text += &format!("<p>{}</p>\n", plain(note));
        }
    }
    text + "</body></html>\n"
}

fn table(rows: &Rows) -> String {
    let row = |cells: &[String], tag: &str| {
        let class = |column: usize| if column < rows.words { " class=\"w\"" } else { "" };
        let cell = |(column, cell): (usize, &String)| format!("<{tag}{}>{}</{tag}>", class(column), plain(cell));
        let cells: String = cells.iter().enumerate().map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.rows.iter().map(|cells| row(cells, "td")).collect();
    format!("<table>\n{}{body}</table>\n", row(&rows.header, "th"))
}

/// What means nothing in HTML.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
