//! LE: finds and outlines leukocytes. Sums run in the kernels' order; each round makes a new field
//! from the whole field before it.

use std::f64::consts::TAU;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Number of circles, and of points of a circle, that the tables hold.
const CIRCLES: usize = 7;
const POINTS: usize = 150;
/// Pixels between a result and the border of the image.
const MARGIN: usize = 22;
/// Dimensions of the cut-out around a cell.
const CELL_ROWS: usize = 41;
const CELL_COLUMNS: usize = 81;
const FLOW_THREADS: usize = 320;
const DIRECTION: [f32; 2] = [0.8, 0.6];
const ENOUGH: f32 = 0.0001;

/// The brightness of the image at a point: discs with soft edges and of several radii, one in each
/// square of 40 pixels, with a little texture.
fn brightness(x: f64, y: f64) -> f64 {
    let (i, j) = ((x / 40.0).floor(), (y / 40.0).floor());
    let radius = 9.0 + (3.0 * i + 5.0 * j).rem_euclid(8.0);
    let distance = (x - 40.0 * i - 20.0).hypot(y - 40.0 * j - 20.0);
    1.0 / (1.0 + (distance - radius).exp()) + 0.05 * (1.3 * x + 0.7 * y).sin() * (0.9 * x - 1.7 * y).cos()
}

fn make(sizes: &Sizes, data: &mut Buffers) {
    let [rows, points, width] = ["rows", "points", "width"].map(|name| sizes.count(name));
    for n in 0..points {
        let (sine, cosine) = (TAU * n as f64 / points as f64).sin_cos();
        data.f32_mut("sines")[n] = sine as f32;
        data.f32_mut("cosines")[n] = cosine as f32;
        for k in 0..CIRCLES {
            let radius = (8 + 2 * k) as f64;
            data.s32_mut("down")[k * POINTS + n] = (radius * sine).round() as i32;
            data.s32_mut("right")[k * POINTS + n] = (radius * cosine).round() as i32;
        }
    }
    let half = width / 2;
    for (at, inside) in data.get_mut::<u8>("element")[..width * width].iter_mut().enumerate() {
        let (i, j) = (at % width, at / width);
        *inside = u8::from(i.abs_diff(half).pow(2) + j.abs_diff(half).pow(2) <= half * half);
    }
    for at in 0..data.f32("gradient_x").len() {
        let (x, y) = ((at / rows) as f64, (at % rows) as f64);
        data.f32_mut("gradient_x")[at] = (0.5 * (brightness(x + 1.0, y) - brightness(x - 1.0, y))) as f32;
        data.f32_mut("gradient_y")[at] = (0.5 * (brightness(x, y + 1.0) - brightness(x, y - 1.0))) as f32;
    }
    for (at, edge) in data.f32_mut("edges").iter_mut().enumerate() {
        let (cell, row, column) = (at / (CELL_ROWS * CELL_COLUMNS), at / CELL_COLUMNS % CELL_ROWS, at % CELL_COLUMNS);
        let (x, y) = (column as f64 + 40.0 * cell as f64, row as f64);
        let slope = |dx, dy| brightness(x + dx, y + dy) - brightness(x - dx, y - dy);
        *edge = slope(1.0, 0.0).hypot(slope(0.0, 1.0)) as f32;
    }
}

/// The greatest score of all circles around a pixel.
fn gicov(data: &Buffers, at: usize, rows: usize, circles: usize, points: usize) -> f32 {
    let [gx, gy, sines, cosines] = ["gradient_x", "gradient_y", "sines", "cosines"].map(|name| data.f32(name));
    let [down, right] = ["down", "right"].map(|name| data.s32(name));
    let score = |k: usize| {
        let outward = |n: usize| {
            let shift = right[k * POINTS + n] as isize * rows as isize + down[k * POINTS + n] as isize;
            let pixel = at.wrapping_add_signed(shift);
            gy[pixel].mul_add(sines[n], gx[pixel] * cosines[n])
        };
        let sums = (0..points).map(outward).fold((0.0f32, 0.0f32), |(sum, squares), p| (sum + p, p.mul_add(p, squares)));
        let mean = sums.0 / points as f32;
        let variance = (-sums.0).mul_add(mean, sums.1) / (points - 1) as f32;
        if variance > 0.0 { mean * mean / variance } else { 0.0 }
    };
    (0..circles).map(score).fold(0.0, f32::max)
}

/// Dilates an image: the greatest value under the element around each pixel. A line of the image
/// has `length` pixels.
fn dilated(image: &[f32], length: usize, element: &[u8], width: usize) -> Vec<f32> {
    let (half, lines) = ((width / 2) as isize, image.len() / length);
    let inside = (0..width * width).filter(|&e| element[e] != 0);
    let shifts: Vec<(isize, isize)> =
        inside.map(|e| ((e / width) as isize - half, (e % width) as isize - half)).collect();
    let at = |i: usize| {
        let under = shifts.iter().filter_map(|(j, k)| {
            let line = (i / length).checked_add_signed(*j).filter(|&line| line < lines)?;
            let place = (i % length).checked_add_signed(*k).filter(|&place| place < length)?;
            Some(image[line * length + place])
        });
        under.fold(0.0f32, f32::max)
    };
    (0..image.len()).map(at).collect()
}

/// The vector field after one more round.
fn flowed(field: &[f32], edges: &[f32]) -> Vec<f32> {
    let [vx, vy] = DIRECTION;
    // columns and rows to a neighbour, in the order in which they are added, and how far it lies
    // ahead
    let neighbours = [
        (0, -1, -vy),
        (0, 1, vy),
        (-1, 0, -vx),
        (1, 0, vx),
        (-1, -1, -vx - vy),
        (1, -1, vx - vy),
        (-1, 1, vy - vx),
        (1, 1, vx + vy),
    ];
    let next = |at: usize| {
        let (row, column, here) = (at / CELL_COLUMNS, at % CELL_COLUMNS, field[at]);
        let sum = neighbours.iter().fold(0.0f32, |sum, (x, y, ahead)| {
            let row = row.saturating_add_signed(*y).min(CELL_ROWS - 1);
            let column = column.saturating_add_signed(*x).min(CELL_COLUMNS - 1);
            let difference = field[row * CELL_COLUMNS + column] - here;
            let along = difference * ahead;
            let share = [along > -1e-4, along > 1e-4].iter().map(|&above| f32::from(u8::from(above)) / 2.0).sum::<f32>();
            share.mul_add(difference, sum)
        });
        let moved = 0.1f32.mul_add(sum, here);
        (-0.2 * edges[at]).mul_add(moved - edges[at], moved)
    };
    (0..field.len()).map(next).collect()
}

/// The sum of all changes of a field, in a CTA's order.
fn change(before: &[f32], after: &[f32]) -> f32 {
    let mut changes = [0.0f32; FLOW_THREADS];
    before.iter().zip(after).enumerate().for_each(|(i, (a, b))| changes[i % FLOW_THREADS] += (b - a).abs());
    let mut half = 256;
    while half > 0 {
        (0..half.min(FLOW_THREADS - half)).for_each(|i| changes[i] += changes[i + half]);
        half /= 2;
    }
    changes[0]
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let [rows, columns, circles, points] = ["rows", "columns", "circles", "points"].map(|name| sizes.count(name));
    let inside = |place: usize, length: usize| (MARGIN..length - MARGIN).contains(&place);
    let score = |at: usize| match inside(at / rows, columns) && inside(at % rows, rows) {
        true => gicov(data, at, rows, circles, points),
        false => 0.0,
    };
    let scores: Vec<f32> = (0..rows * columns).map(score).collect();
    let widened = dilated(&scores, rows, data.get::<u8>("element"), sizes.count("width"));
    data.f32_mut("gicov").copy_from_slice(&scores);
    data.f32_mut("dilated").copy_from_slice(&widened);
    let cell = CELL_ROWS * CELL_COLUMNS;
    for (number, edges) in data.f32("edges").to_vec().chunks_exact(cell).enumerate() {
        let (mut field, mut rounds) = (edges.to_vec(), 0);
        while rounds < sizes["rounds"] {
            let next = flowed(&field, edges);
            let changed = change(&field, &next);
            field = next;
            rounds += 1;
            if changed < ENOUGH * cell as f32 {
                break;
            }
        }
        data.f32_mut("fields")[number * cell..][..cell].copy_from_slice(&field);
        data.s32_mut("rounds")[number] = rounds as i32;
    }
}

#[test]
fn an_element_widens_and_a_flow_smooths() {
    let mut image = vec![0.0; 20];
    image[9] = 1.0;
    // four lines of five pixels, a cross
    let wide = dilated(&image, 5, &[0, 1, 0, 1, 1, 1, 0, 1, 0], 3);
    let ones: Vec<usize> = (0..20).filter(|&i| wide[i] == 1.0).collect();
    assert_eq!(ones, [4, 8, 9, 14]);
    let mut field = vec![0.0; CELL_ROWS * CELL_COLUMNS];
    field[500] = 1.0;
    let next = flowed(&field, &vec![0.0; field.len()]);
    assert!(next[500] < 1.0 && next[499] > 0.0 && change(&field, &next) > 0.0);
    assert_eq!(flowed(&[0.25; CELL_ROWS * CELL_COLUMNS], &[0.25; CELL_ROWS * CELL_COLUMNS])[7], 0.25);
}
