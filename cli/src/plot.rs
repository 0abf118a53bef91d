//! Plots of curves, bars and intervals as SVG.

mod bars;
mod intervals;
pub mod svg;

pub use bars::{Bars, bars};
pub use intervals::{Interval, Intervals, intervals};

use plotters::prelude::*;
use serde::Serialize;

/// A chart as numbers, which is drawn as SVG or handed on as JSON.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Chart {
    /// No chart.
    None,
    /// Bars in groups.
    Bars(Bars),
    /// Panels of curves.
    Panels {
        /// The panels, row by row.
        panels: Vec<Panel>,
        /// Number of panels side by side.
        columns: usize,
        /// The label of every horizontal axis.
        horizontal: String,
    },
}

impl Chart {
    /// Creates a chart of panels, `columns` of them side by side.
    pub fn panels(panels: impl Into<Vec<Panel>>, columns: usize, horizontal: &str) -> Chart {
        Chart::Panels { panels: panels.into(), columns, horizontal: horizontal.into() }
    }

    /// Draws the chart, and returns the text of the SVG; empty for no chart.
    pub fn svg(&self) -> Result<String, PlotError> {
        match self {
            Chart::None => Ok(String::new()),
            Chart::Bars(chart) => Ok(bars(chart)),
            Chart::Panels { panels, columns, horizontal } => draw(panels, *columns, horizontal),
        }
    }
}

/// The form in which the curves of a panel are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Curves as lines.
    Lines,
    /// Curves as bands stacked on each other: the top shows the sum, each band its part.
    Bands,
    /// Curves as dots; those of the last curve as rings around others' dots.
    Points,
}

/// One panel of a plot: a family of curves over the same axes.
#[derive(Serialize)]
pub struct Panel {
    /// The title of the panel.
    pub title: String,
    /// The label of the vertical axis.
    pub vertical: String,
    /// The form in which the curves are drawn.
    pub form: Form,
    /// The curves: a name and points (x, y) each.
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
}

/// Reasons why a plot cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The drawing library reports an error.
    #[error(transparent)]
    Drawing(#[from] DrawingAreaErrorKind<std::io::Error>),
}

const SIZE: (u32, u32) = (500, 360);
/// Length of the horizontal axis relative to the curves': the rest, at the right, is room for the
/// legend.
const LEGEND: f64 = 1.34;

/// Draws panels, `columns` of them side by side, and returns the text of the SVG.
pub fn draw(panels: &[Panel], columns: usize, horizontal: &str) -> Result<String, PlotError> {
    let mut text = String::new();
    let rows = panels.len().div_ceil(columns);
    {
        let size = (SIZE.0 * columns as u32, SIZE.1 * rows as u32);
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE)?;
        for (panel, area) in panels.iter().zip(area.split_evenly((rows, columns))) {
            draw_panel(panel, horizontal, &area)?;
        }
        area.present()?;
    }
    Ok(text)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_panel(panel: &Panel, horizontal: &str, area: &Area) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let curves = if panel.form == Form::Bands { stacked(&panel.curves) } else { panel.curves.clone() };
    let points = || curves.iter().flat_map(|(_, points)| points);
    let right = points().map(|(x, _)| *x).fold(1.0, f64::max);
    let top = points().map(|(_, y)| *y).fold(0.0, f64::max) * 1.08;
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..right * LEGEND, 0.0..top)?;
    let whole = |value: &f64| format!("{value:.0}");
    let mut mesh = chart.configure_mesh();
    if top >= 100.0 {
        mesh.y_label_formatter(&whole);
    }
    mesh.x_desc(horizontal).y_desc(&panel.vertical).x_label_formatter(&whole).max_light_lines(0).draw()?;
    let mut order: Vec<usize> = (0..curves.len()).collect();
    if panel.form == Form::Bands {
        // the highest band first, so that each lower one covers its part of it
        order.reverse();
    }
    for n in order {
        let (name, points) = &curves[n];
        // dark to light, evenly spaced over the number of curves
        let colour = HSLColor(0.62 - 0.6 * n as f64 / curves.len() as f64, 0.75, 0.42).to_rgba();
        let series = match panel.form {
            Form::Bands => {
                let foot = |point: Option<&(f64, f64)>| (point.map_or(0.0, |(x, _)| *x), 0.0);
                let ends = [foot(points.last()), foot(points.first())];
                let band: Vec<_> = points.iter().copied().chain(ends).collect();
                chart.draw_series([Polygon::new(band, colour.filled())])?
            }
            Form::Lines => chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?,
            Form::Points => {
                let ring = n + 1 == curves.len();
                let (size, style) = if ring { (6, colour.stroke_width(2)) } else { (3, colour.filled()) };
                chart.draw_series(points.iter().map(|point| Circle::new(*point, size, style)))?
            }
        };
        series.label(name).legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
}

/// Returns the curves stacked: the values of each added to those before it.
fn stacked(curves: &[(String, Vec<(f64, f64)>)]) -> Vec<(String, Vec<(f64, f64)>)> {
    let mut stacked: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    for (name, points) in curves {
        let below = stacked.last().map(|(_, points)| points.as_slice()).unwrap_or_default();
        let under = |n: usize| below.get(n).map_or(0.0, |(_, y)| *y);
        let points = points.iter().enumerate().map(|(n, (x, y))| (*x, y + under(n))).collect();
        stacked.push((name.clone(), points));
    }
    stacked
}
