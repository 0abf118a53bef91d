//! Self-contained pages of HTML.

const STYLE: &str = "body{font-family:sans-serif;margin:2em;max-width:1400px}table{border-collapse:collapse;font-size:13px}\
td,th{padding:2px 10px;text-align:right;border-bottom:1px solid #eee}td.w,th.w{text-align:left}\
svg{max-width:100%;height:auto}details{margin:.5em 0}";

/// Returns a whole HTML page with a title and a body.
pub fn page(title: &str, body: &str) -> String {
    let title = plain(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head><body>\n\
         <h1>{title}</h1>\n{body}</body></html>\n"
    )
}

/// Returns an HTML table of plain text; the first `words` columns hold words, the others numbers.
pub fn table(header: &[String], rows: &[Vec<String>], words: usize) -> String {
    let row = |cells: &[String], tag: &str| {
        let class = |column: usize| if column < words { " class=\"w\"" } else { "" };
        let cell = |(column, cell): (usize, &String)| format!("<{tag}{}>{}</{tag}>", class(column), plain(cell));
        let cells: String = cells.iter().enumerate().map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.iter().map(|cells| row(cells, "td")).collect();
    format!("<table>\n{}{body}</table>\n", row(header, "th"))
}

/// Returns an HTML section with a summary and a body that opens on a click.
pub fn details(summary: &str, body: &str) -> String {
    format!("<details><summary>{}</summary>{body}</details>\n", plain(summary))
}

/// Returns the text with the characters escaped that have a meaning in HTML.
pub fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
