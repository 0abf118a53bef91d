//! Charts of intervals: a value of ours and the range around it, beside a paper's value.

use super::bars::step;
use super::svg::{Svg, plain};

/// A chart of intervals, one in each row.
pub struct Intervals {
    /// The title of the chart.
    pub title: String,
    /// The label of the horizontal axis.
    pub horizontal: String,
    /// The rows, from top to bottom.
    pub rows: Vec<Interval>,
}

/// A row of a chart of intervals.
pub struct Interval {
    /// The name of the row.
    pub name: String,
    /// The paper's value: a diamond.
    pub paper: f64,
    /// Our value: a dot.
    pub ours: f64,
    /// The least and the greatest of our values: the ends of a bar.
    pub ends: [f64; 2],
}

/// Margins around the rows, in pixels: left, right, top, bottom.
const ROOM: [f64; 4] = [330.0, 24.0, 56.0, 44.0];
const WIDTH: f64 = 480.0;
const ROW: f64 = 20.0;

/// Draws a chart of intervals, and returns the text of the SVG.
pub fn intervals(chart: &Intervals) -> String {
    let [left, right, top, bottom] = ROOM;
    let tall = ROW * chart.rows.len() as f64;
    let values = || chart.rows.iter().flat_map(|row| [row.paper, row.ours].into_iter().chain(row.ends));
    let (least, most) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
    let step = step((most - least).max(1e-9));
    let (from, to) = ((least / step).floor() * step, (most / step).ceil() * step);
    let x = |value: f64| left + WIDTH * (value - from) / (to - from).max(step);
    let (whole, high) = (left + WIDTH + right, top + tall + bottom);
    let mut svg = Svg::new(whole, high);
    let mut put = |element| svg.put(element);
    let text = |x: f64, y: f64, size: u32, anchor: &str, text: &str| {
        let text = plain(text);
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{text}</text>")
    };
    put(text(whole / 2.0, 20.0, 16, "middle", &chart.title));
    put(text(whole / 2.0, 40.0, 11, "middle", "diamond: the paper; dot: ours; bar: ours, at the corners of the GPU"));
    put(text(left + WIDTH / 2.0, top + tall + 34.0, 11, "middle", &chart.horizontal));
    for tick in 0..=((to - from) / step).round() as u32 {
        let value = from + f64::from(tick) * step;
        let colour = if value.abs() < step / 2.0 { "#444444" } else { "#DDDDDD" };
        let (at, end) = (x(value), top + tall);
        put(format!("<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{end:.1}\" stroke=\"{colour}\"/>"));
        put(text(at, end + 16.0, 11, "middle", &format!("{value:.0}")));
    }
    for (number, row) in chart.rows.iter().enumerate() {
        let y = top + ROW * (number as f64 + 0.5);
        let [low, high] = row.ends.map(x);
        put(text(left - 8.0, y + 4.0, 11, "end", &row.name));
        put(format!(
            "<rect x=\"{low:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"6\" fill=\"#9DB7D5\"/>",
            y - 3.0,
            (high - low).max(1.0)
        ));
        put(format!("<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#2A5A95\"/>", x(row.ours)));
        let paper = x(row.paper);
        put(format!(
            "<path d=\"M{:.1} {y:.1} l5 -5 l5 5 l-5 5 z\" fill=\"none\" stroke=\"#B03030\" stroke-width=\"2\"/>",
            paper - 5.0
        ));
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_where_their_values_are() {
        let row = Interval { name: "a < b".into(), paper: 10.0, ours: 5.0, ends: [0.0, 8.0] };
        let svg = intervals(&Intervals { title: "t".into(), horizontal: "%".into(), rows: vec![row] });
        // from 0 to 10, over the whole width
        for text in ["a &lt; b", "cx=\"570.0\"", "x=\"330.0\" y=\"63.0\" width=\"384.0\"", "M805.0 66.0"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
