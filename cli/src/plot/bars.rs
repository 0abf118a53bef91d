//! Bar charts with groups of bars, as the papers show several numbers for each kernel.

use plotters::style::{Color, HSLColor};
use serde::Serialize;

use super::svg::{Svg, plain};

/// A chart with groups of bars, one bar of each series in every group.
#[derive(Serialize)]
pub struct Bars {
    /// The title of the chart.
    pub title: String,
    /// The label of the vertical axis.
    pub vertical: String,
    /// The names of the groups.
    pub groups: Vec<String>,
    /// The series: a name, and a value for each group.
    pub series: Vec<(String, Vec<f64>)>,
    /// The value at which a horizontal line is drawn; `None` for no line.
    pub line: Option<f64>,
    /// Indices of groups before which a dotted vertical line is drawn.
    pub divides: Vec<usize>,
}

/// Margins around the bars, in pixels: left, right, top, bottom.
const ROOM: [f64; 4] = [52.0, 16.0, 52.0, 96.0];
const HEIGHT: f64 = 260.0;
/// Least width of a bar, in pixels.
const BAR: f64 = 7.0;
const LEAST: f64 = 640.0;
/// Width of a series' name in the legend, in pixels.
const NAME: f64 = 130.0;

/// Draws a chart of bars, and returns the text of the SVG.
pub fn bars(chart: &Bars) -> String {
    let groups = chart.groups.len().max(1) as f64;
    let each = chart.series.len() as f64 + 1.0;
    let width = (groups * each * BAR).max(LEAST).max(NAME * chart.series.len() as f64);
    let [left, right, top, bottom] = ROOM;
    let (whole, tall) = (left + width + right, top + HEIGHT + bottom);
    let highest = chart.series.iter().flat_map(|(_, values)| values).copied().chain(chart.line).fold(0.0, f64::max);
    let step = step(highest);
    let range = (highest / step).ceil().max(1.0) * step;
    let y = |value: f64| top + HEIGHT * (1.0 - value / range);
    let mut svg = Svg::new(whole, tall);
    let mut put = |element| svg.put(element);
    put(format!(
        "<text x=\"{:.0}\" y=\"20\" font-size=\"16\" text-anchor=\"middle\">{}</text>",
        whole / 2.0,
        plain(&chart.title)
    ));
    put(format!(
        "<text transform=\"translate(14 {:.0}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        top + HEIGHT / 2.0,
        plain(&chart.vertical)
    ));
    let digits = usize::from(step < 1.0) + usize::from(step < 0.1);
    for tick in 0..=(range / step).round() as u32 {
        let value = f64::from(tick) * step;
        let at = y(value);
        put(format!(
            "<line x1=\"{left}\" x2=\"{:.0}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#DDDDDD\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{value:.digits$}</text>",
            left + width,
            left - 5.0,
            at + 4.0
        ));
    }
    let of_group = width / groups;
    for (number, (name, values)) in chart.series.iter().enumerate() {
        let colour = colour(number, chart.series.len());
        for (group, value) in values.iter().enumerate() {
            let x = left + of_group * (group as f64 + (number as f64 + 0.5) / each);
            put(format!(
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"><title>{}, {}: {value:.3}</title></rect>",
                y(*value),
                of_group / each,
                top + HEIGHT - y(*value),
                plain(&chart.groups[group]),
                plain(name)
            ));
        }
        let x = left + NAME * number as f64;
        put(format!(
            "<rect x=\"{x:.0}\" y=\"32\" width=\"10\" height=\"10\" fill=\"{colour}\"/><text x=\"{:.0}\" y=\"41\">{}</text>",
            x + 14.0,
            plain(name)
        ));
    }
    marks(chart, of_group, width, &y, &mut svg);
    svg.finish()
}

/// Draws the groups' names, and the lines across the plot.
fn marks(chart: &Bars, of_group: f64, width: f64, y: &dyn Fn(f64) -> f64, svg: &mut Svg) {
    let [left, _, top, _] = ROOM;
    let mut put = |element| svg.put(element);
    for (group, name) in chart.groups.iter().enumerate() {
        let (x, y) = (left + of_group * (group as f64 + 0.5) + 4.0, top + HEIGHT + 8.0);
        put(format!(
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-60)\" text-anchor=\"end\">{}</text>",
            plain(name)
        ));
    }
    let dotted = |x1: f64, x2: f64, y1: f64, y2: f64| {
        format!(
            "<line x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\" stroke=\"#444444\" stroke-dasharray=\"4 3\"/>"
        )
    };
    if let Some(value) = chart.line {
        put(dotted(left, left + width, y(value), y(value)));
    }
    for &group in &chart.divides {
        let x = left + of_group * group as f64;
        put(dotted(x, x, top, top + HEIGHT + 8.0));
    }
}

/// Returns the colour of a series, dark to light, evenly spaced over the number of series.
fn colour(number: usize, count: usize) -> String {
    let (r, g, b) = HSLColor(0.62 - 0.6 * number as f64 / count as f64, 0.75, 0.42).to_backend_color().rgb;
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// Returns a round number, the distance of the axis' ticks, that fits four to ten times into the
/// highest value.
pub(super) fn step(highest: f64) -> f64 {
    let mut step = 0.01;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(40) {
        if highest / step <= 10.0 {
            break;
        }
        step *= factor;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_bars_as_high_as_they_should_be() {
        for (highest, round) in [(0.05, 0.01), (0.95, 0.1), (1.3, 0.2), (4.2, 0.5), (100.0, 10.0), (0.0, 0.01)] {
            assert!((step(highest) - round).abs() < 1e-9, "{highest}: {}", step(highest));
        }
        let chart = Bars {
            title: "a < b".into(),
            vertical: "v".into(),
            groups: vec!["x".into(), "y".into()],
            series: vec![("s".into(), vec![1.0, 0.5])],
            line: Some(1.0),
            divides: vec![1],
        };
        let svg = bars(&chart);
        assert!(svg.contains("a &lt; b") && svg.contains("height=\"260.0\"") && svg.contains("height=\"130.0\""));
        assert_eq!(svg.matches("<title>").count(), 2);
        assert_eq!(svg.matches("stroke-dasharray").count(), 2);
    }
}
