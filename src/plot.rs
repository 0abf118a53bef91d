//! Plots, as SVG.

use plotters::prelude::*;

/// A family of curves over the same axis.
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// What the vertical axis counts.
    pub vertical: String,
    /// A name and points each.
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
}

const SIZE: (u32, u32) = (500, 360);
/// The axis goes on to the right of the curves, where the legend has room.
const LEGEND: f64 = 1.34;

/// Draws panels, so many side by side, and gives the SVG's text.
pub fn draw(panels: &[Panel], columns: usize, horizontal: &str) -> Result<String, String> {
    let mut text = String::new();
    let rows = panels.len().div_ceil(columns);
    {
        let size = (SIZE.0 * columns as u32, SIZE.1 * rows as u32);
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE).map_err(|error| error.to_string())?;
        for (panel, area) in panels.iter().zip(area.split_evenly((rows, columns))) {
            draw_panel(panel, horizontal, &area).map_err(|error| error.to_string())?;
        }
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(text)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_panel(panel: &Panel, horizontal: &str, area: &Area) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
    let points = || panel.curves.iter().flat_map(|(_, points)| points);
    let right = points().map(|(x, _)| *x).fold(1.0, f64::max);
    let top = points().map(|(_, y)| *y).fold(0.0, f64::max) * 1.08;
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..right * LEGEND, 0.0..top)?;
    let whole = |value: &f64| format!("{value:.0}");
    chart
        .configure_mesh()
        .x_desc(horizontal)
        .y_desc(&panel.vertical)
        .x_label_formatter(&whole)
        .light_line_style(WHITE)
        .draw()?;
    for (n, (name, points)) in panel.curves.iter().enumerate() {
        // dark to light, as far apart as the curves are many
        let colour = HSLColor(0.62 - 0.6 * n as f64 / panel.curves.len() as f64, 0.75, 0.42).to_rgba().stroke_width(2);
        let legend = colour;
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour))?
            .label(name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 16, y)], legend));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()
}
