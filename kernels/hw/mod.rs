//! HW: tracks points on the walls of a beating heart. Sums run in the kernel's order, so that equal
//! matches are equal here, too.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const THREADS: usize = 256;

/// Radius of the inner and of the outer wall in a frame, as a fraction of the image's smaller side:
/// the heart contracts and widens.
fn walls(frame: usize) -> [f64; 2] {
    let beat = 1.0 - 0.06 * (1.0 - (0.5 * frame as f64).cos());
    [0.20 * beat, 0.29 * beat]
}

/// Makes a film of two walls with speckles that move with them, and points on them: two fifths on
/// the inner wall, the others on the outer one.
fn make(sizes: &Sizes, data: &mut Buffers) {
    let [rows, columns, points] = ["rows", "columns", "points"].map(|name| sizes.count(name));
    let (middle_y, middle_x, side) = (rows as f64 / 2.0, columns as f64 / 2.0, rows.min(columns) as f64);
    for (at, pixel) in data.f32_mut("film").iter_mut().enumerate() {
        let [inner, outer] = walls(at / (rows * columns));
        let (y, x) = ((at / columns % rows) as f64 - middle_y, (at % columns) as f64 - middle_x);
        // 0 at the inner wall, 1 at the outer one
        let across = (x.hypot(y) / side - inner) / (outer - inner);
        let angle = y.atan2(x);
        let wall = |place: f64| (-12.0 * (across - place) * (across - place)).exp();
        let speckle = (17.0 * angle + 5.0 * across).sin() + (29.0 * angle - 11.0 * across).cos();
        *pixel = (0.1 + 0.5 * (wall(0.0) + wall(1.0)) + 0.08 * speckle) as f32;
    }
    let [inner, outer] = walls(0);
    for point in 0..points {
        let angle = 2.4 * point as f64;
        let radius = side * if 5 * point < 2 * points { inner } else { outer };
        data.s32_mut("rows_at")[point] = (middle_y + radius * angle.sin()).round() as i32;
        data.s32_mut("columns_at")[point] = (middle_x + radius * angle.cos()).round() as i32;
    }
}

/// The sums of values and of their squares in a CTA's order: a thread adds every 256th value, then
/// halves are added.
fn sums_of_all(values: &[f32]) -> (f32, f32) {
    let mut sums = vec![(0.0f32, 0.0f32); THREADS];
    for (i, &value) in values.iter().enumerate() {
        let (sum, square) = &mut sums[i % THREADS];
        (*sum, *square) = (*sum + value, value.mul_add(value, *square));
    }
    while sums.len() > 1 {
        let upper = sums.split_off(sums.len() / 2);
        sums.iter_mut().zip(upper).for_each(|(a, b)| *a = (a.0 + b.0, a.1 + b.1));
    }
    sums[0]
}

/// An image, or the part of it from a corner on.
#[derive(Clone, Copy)]
struct Image<'a> {
    pixels: &'a [f32],
    columns: usize,
}

impl<'a> Image<'a> {
    fn from(self, row: usize, column: usize) -> Image<'a> {
        Image { pixels: &self.pixels[row * self.columns + column..], ..self }
    }
    /// The pixels of the square at the corner, row by row.
    fn square(self, width: usize) -> impl Iterator<Item = f32> {
        (0..width).flat_map(move |i| self.pixels[i * self.columns..][..width].iter().copied())
    }
}

/// Prefix sums over all rectangles from the corner on; `add` adds a pixel to a sum. A row and a
/// column of zeros come first.
fn running(corner: Image, window: usize, add: fn(f32, f32) -> f32) -> Vec<f32> {
    let pitch = window + 1;
    let mut sums = vec![0.0; pitch * pitch];
    for (i, value) in corner.square(window).enumerate() {
        let at = (i / window + 1) * pitch + i % window + 1;
        sums[at] = add(sums[at - pitch], value);
    }
    for row in sums.chunks_exact_mut(pitch) {
        (1..pitch).for_each(|i| row[i] += row[i - 1]);
    }
    sums
}

/// The dimensions of a search for a template, in pixels.
struct Search {
    half: usize,
    reach: usize,
    limit: usize,
}

impl Search {
    /// The place with the greatest correlation, the correlation, and the prefix sums.
    fn best(&self, template: &[f32], corner: Image) -> (usize, f32, [Vec<f32>; 2]) {
        let (width, across) = (2 * self.half + 1, 2 * self.reach + 1);
        let (window, pixels) = (width + across - 1, (width * width) as f32);
        let (sum, square) = sums_of_all(template);
        let mean = sum / pixels;
        let deviation = (-sum).mul_add(mean, square).sqrt();
        let sums = running(corner, window, |sum, value| sum + value);
        let squares = running(corner, window, |sum, value| value.mul_add(value, sum));
        let of_square = |sums: &[f32], at: usize| {
            let below = at + width * (window + 1);
            (sums[below + width] - sums[at + width]) - (sums[below] - sums[at])
        };
        let near = |along: usize| along.abs_diff(self.reach) <= self.limit;
        let mut best = (0, -2.0);
        for place in (0..across * across).filter(|place| near(place / across) && near(place % across)) {
            let (down, right) = (place / across, place % across);
            let under = corner.from(down, right).square(width);
            let product = template.iter().zip(under).fold(0.0f32, |sum, (t, p)| t.mul_add(p, sum));
            let local = of_square(&sums, down * (window + 1) + right);
            let spread = (-local / pixels).mul_add(local, of_square(&squares, down * (window + 1) + right));
            let level = (-local).mul_add(mean, product);
            let found = if spread > 1e-3 { level / (spread.sqrt() * deviation) } else { -1.0 };
            if found > best.1 {
                best = (place, found);
            }
        }
        (best.0, best.1, [sums, squares])
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let [rows, columns, half, reach] = ["rows", "columns", "half", "reach"].map(|name| sizes.count(name));
    let (width, border) = (2 * half + 1, half + reach);
    let search = Search { half, reach, limit: sizes.count("move") };
    let film = data.f32("film").to_vec();
    let frames: Vec<Image> = film.chunks_exact(rows * columns).map(|pixels| Image { pixels, columns }).collect();
    for point in 0..sizes.count("points") {
        let [mut row, mut column] = ["rows_at", "columns_at"].map(|name| data.s32(name)[point] as usize);
        let mut template: Vec<f32> = frames[0].from(row - half, column - half).square(width).collect();
        for (number, frame) in frames.iter().enumerate().skip(1) {
            let (place, score, running) = search.best(&template, frame.from(row - border, column - border));
            let across = 2 * reach + 1;
            row = (row - reach + place / across).clamp(border, rows - 1 - border);
            column = (column - reach + place % across).clamp(border, columns - 1 - border);
            if number % sizes.count("batch") == 0 {
                let seen = frame.from(row - half, column - half).square(width);
                template.iter_mut().zip(seen).for_each(|(t, p)| *t = 0.87f32.mul_add(*t, (1.0 - 0.87f32) * p));
            }
            data.f32_mut("scores")[point] = score;
            for (name, sums) in ["sums", "squares"].into_iter().zip(running) {
                data.f32_mut(name)[point * sums.len()..][..sums.len()].copy_from_slice(&sums);
            }
        }
        data.s32_mut("rows_at")[point] = row as i32;
        data.s32_mut("columns_at")[point] = column as i32;
        data.f32_mut("templates")[point * width * width..][..width * width].copy_from_slice(&template);
    }
}

#[test]
fn a_template_is_found_where_it_is() {
    let pixels: Vec<f32> = (0..900).map(|i| (i * i % 97) as f32 / 97.0).collect();
    let image = Image { pixels: &pixels, columns: 30 };
    let template: Vec<f32> = image.from(9, 12).square(7).collect();
    let search = Search { half: 3, reach: 5, limit: 4 };
    let (place, score, [sums, _]) = search.best(&template, image.from(6, 8));
    assert_eq!((place / 11, place % 11), (3, 4));
    assert!((score - 1.0).abs() < 1e-3 && sums[sums.len() - 1] > 100.0);
}
