//! OBJCLASS: object detection by a cascade of classifiers, with every rectangle's pixels added up
//! one by one.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const WINDOW: usize = 24;
/// Number of features of each stage: few at first, as in all cascades.
const STAGES: [usize; 12] = [3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 26];

#[derive(Clone, Copy)]
struct Feature {
    /// Two rectangles as x, y, width, height; the second counts double.
    rectangles: [[u8; 4]; 2],
    threshold: i32,
    below: i16,
    above: i16,
}

/// Makes features of random size and place in the window: two halves side by side, or a stripe
/// within a rectangle.
fn features() -> Vec<Feature> {
    let mut state = 1u32;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (((state >> 8) * limit) >> 24) as u8
    };
    let mut feature = || {
        let [width, height] = [0; 2].map(|_| 4 + 2 * below(6));
        let [x, y] = [width, height].map(|size| below(25 - u32::from(size)));
        let second = match below(3) {
            0 => [x, y, width / 2, height],
            1 => [x, y, width, height / 2],
            _ => [x + width / 4, y, width / 2, height],
        };
        let threshold = (i32::from(below(100)) - 50) * i32::from(width) * i32::from(height) / 10;
        let [down, up] = [0; 2].map(|_| i16::from(below(200)) - 100);
        Feature { rectangles: [[x, y, width, height], second], threshold, below: down, above: up }
    };
    (0..STAGES.iter().sum()).map(|_| feature()).collect()
}

/// First and last feature of each stage, and its threshold of votes, which is negative, so that
/// most windows pass a few stages.
fn stages() -> Vec<[i32; 3]> {
    let ends = STAGES.iter().scan(0, |at, &count| {
        *at += count as i32;
        Some([*at - count as i32, *at, -20 * (count as f32).sqrt() as i32])
    });
    ends.collect()
}

fn make(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width");
    for (i, pixel) in data.u8_mut("image").iter_mut().enumerate() {
        // waves, blocks and noise
        let (x, y) = (i % width, i / width);
        *pixel = ((x * x / 40 + y * 3) % 97 + (x / 9 + y / 7) % 3 * 40 + ((i * 2_654_435_761) >> 9) % 31) as u8;
    }
    let image = data.u8("image").to_vec();
    let sums = data.u32_mut("sums");
    for (y, line) in image.chunks_exact(width).enumerate() {
        let mut so_far = 0;
        for (x, &pixel) in line.iter().enumerate() {
            so_far += u32::from(pixel);
            sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + so_far;
        }
    }
    for (to, f) in data.u8_mut("features").chunks_exact_mut(16).zip(features()) {
        to[..8].copy_from_slice(f.rectangles.as_flattened());
        to[8..12].copy_from_slice(&f.threshold.to_le_bytes());
        to[12..14].copy_from_slice(&f.below.to_le_bytes());
        to[14..].copy_from_slice(&f.above.to_le_bytes());
    }
    data.s32_mut("stages").copy_from_slice(stages().as_flattened());
}

fn passed(image: &[u8], width: usize, corner: usize, features: &[Feature], stages: &[[i32; 3]]) -> i32 {
    let area = |[x, y, w, h]: [u8; 4]| {
        let line = |row: u8| &image[corner + usize::from(row) * width + usize::from(x)..][..usize::from(w)];
        (y..y + h).flat_map(line).map(|&pixel| i32::from(pixel)).sum::<i32>()
    };
    let vote = |f: &Feature| {
        let [first, second] = f.rectangles.map(area);
        i32::from(if first - 2 * second < f.threshold { f.below } else { f.above })
    };
    let passes =
        |&&[first, last, least]: &&[i32; 3]| features[first as usize..last as usize].iter().map(vote).sum::<i32>() >= least;
    stages.iter().take_while(passes).count() as i32
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, height) = (sizes.count("width"), sizes.count("height"));
    let (image, features, stages) = (data.u8("image").to_vec(), features(), stages());
    for (at, to) in data.s32_mut("passed").iter_mut().enumerate() {
        if at % width + WINDOW <= width && at / width + WINDOW <= height {
            *to = passed(&image, width, at, &features, &stages);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cascade_stops_at_the_first_stage_that_refuses() {
        assert_eq!(features().len() * 16, 2704);
        let vote = |below| Feature { rectangles: [[0, 0, 4, 4], [0, 0, 2, 4]], threshold: 1, below, above: 0 };
        // on a plain image both halves are equal: 0 < 1
        let stages = [[0, 1, 5], [1, 2, 5], [2, 3, 5]];
        assert_eq!(passed(&[9; 576], 24, 0, &[vote(5), vote(4), vote(5)], &stages), 1);
        assert_eq!(passed(&[9; 576], 24, 0, &[vote(5), vote(5), vote(5)], &stages), 3);
    }
}
