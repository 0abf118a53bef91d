//! DIGITS: a convolutional network that recognises digits. Sums are made in the kernels' order;
//! activations are in double precision.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Rows and columns of an image.
const INPUT: usize = 29;
/// Rows and columns of a kernel.
const KERNEL: usize = 5;

/// Makes an image for each digit: an arc around the middle, of another radius, beginning and length
/// for each digit.
fn make(_: &Sizes, data: &mut Buffers) {
    for (digit, image) in data.f32_mut("images").chunks_exact_mut(INPUT * INPUT).enumerate() {
        image.fill(-1.0);
        let (radius, length) = (6.0 + (digit % 5) as f64, 20 + 8 * (digit % 7));
        for step in 0..length {
            let angle = 0.1 * step as f64 + digit as f64;
            let along = |part: f64| (14.0 + radius * part).round() as usize;
            image[along(angle.sin()) * INPUT + along(angle.cos())] = 1.0;
        }
    }
}

fn activation(x: f32) -> f32 {
    (1.7159 * (f64::from(x) * 2.0 / 3.0).tanh()) as f32
}

/// The output of a neuron: its bias and then the weighted inputs, added in this order.
fn neuron<'a>(weights: &[f32], inputs: impl Iterator<Item = &'a f32>) -> f32 {
    activation(weights[1..].iter().zip(inputs).fold(weights[0], |sum, (w, x)| w.mul_add(*x, sum)))
}

/// The outputs of a convolutional layer: maps of half the resolution, each neuron of which sees a
/// square of all `size` x `size` maps before it.
fn convolved(maps: &[f32], size: usize, weights: &[f32]) -> Vec<f32> {
    let count = maps.len() / (size * size);
    let half = (size - KERNEL) / 2 + 1;
    let square = |x: usize, y: usize| {
        let rows = maps.chunks_exact(size * size).flat_map(move |map| (0..KERNEL).map(move |i| &map[(2 * y + i) * size..]));
        rows.flat_map(move |row| &row[2 * x..][..KERNEL])
    };
    let of_map = |w: &[f32]| -> Vec<f32> { (0..half * half).map(|i| neuron(w, square(i % half, i / half))).collect() };
    weights.chunks_exact(1 + count * KERNEL * KERNEL).flat_map(of_map).collect()
}

/// The outputs of a layer in which every neuron sees all of the layer before.
fn connected(layer: &[f32], weights: &[f32]) -> Vec<f32> {
    weights.chunks_exact(1 + layer.len()).map(|w| neuron(w, layer.iter())).collect()
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let weights = ["weights1", "weights2", "weights3", "weights4"].map(|name| data.f32(name).to_vec());
    let mut layers = [const { Vec::new() }; 4];
    for image in data.f32("images").chunks_exact(INPUT * INPUT) {
        let maps1 = convolved(image, INPUT, &weights[0]);
        let maps2 = convolved(&maps1, 13, &weights[1]);
        let neurons = connected(&maps2, &weights[2]);
        let digits = connected(&neurons, &weights[3]);
        layers.iter_mut().zip([maps1, maps2, neurons, digits]).for_each(|(all, one)| all.extend(one));
    }
    for (name, layer) in ["maps1", "maps2", "neurons", "digits"].into_iter().zip(layers) {
        data.f32_mut(name).copy_from_slice(&layer);
    }
}

#[test]
fn a_kernel_sees_every_second_position() {
    let image: Vec<f32> = (0..49).map(|i| i as f32 / 100.0).collect();
    let mut weights = [0.0; 26];
    weights[1 + 2 * KERNEL + 1] = 1.0;
    let seen = [15, 17, 29, 31].map(|i| activation(image[i]));
    assert_eq!(convolved(&image, 7, &weights), seen);
    assert!((activation(1.0) - 1.0).abs() < 1e-4 && activation(-1.0) == -activation(1.0));
}
