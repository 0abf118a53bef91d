//! RAY: a ray tracer. Sums and products are fused where the kernel fuses them, so that the pictures
//! are equal to the last bit.

use std::ops::{Add, Mul, Sub};

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const EYE: Vector = Vector([0.0, 2.5, -9.0]);
const LIGHT: Vector = Vector([-6.0, 9.0, -7.0]);
const REFLECTIONS: usize = 5;
const NEAR: f32 = 1e-3;

/// Makes spheres of many sizes and colours: the small ones, which mirror more, come before the
/// large ones.
fn make(_: &Sizes, data: &mut Buffers) {
    for (i, sphere) in data.f32_mut("spheres").chunks_exact_mut(8).enumerate() {
        let fraction = |by: usize| (i * by % 16) as f32 / 16.0;
        let radius = 0.5 + fraction(5);
        let place = [8.0 * fraction(7) - 4.0, radius + 2.0 * fraction(3), 10.0 * fraction(5) - 3.0];
        sphere[..3].copy_from_slice(&place);
        sphere[3..].copy_from_slice(&[radius, fraction(9), fraction(13), 1.0 - fraction(9), 0.9 - 0.5 * fraction(5)]);
    }
}

#[derive(Clone, Copy)]
struct Vector([f32; 3]);

impl Vector {
    fn zip(self, other: Vector, with: impl Fn(f32, f32) -> f32) -> Vector {
        Vector([0, 1, 2].map(|k| with(self.0[k], other.0[k])))
    }
    /// `self + other * by`
    fn along(self, other: Vector, by: f32) -> Vector {
        self.zip(other, |a, b| b.mul_add(by, a))
    }
    fn dot(self, other: Vector) -> f32 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        c.mul_add(z, b.mul_add(y, a * x))
    }
    fn normal(self) -> Vector {
        self * (1.0 / self.dot(self).sqrt())
    }
}
impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        self.zip(other, |a, b| a + b)
    }
}
impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        self.zip(other, |a, b| a - b)
    }
}
impl Mul<f32> for Vector {
    type Output = Vector;
    fn mul(self, by: f32) -> Vector {
        Vector(self.0.map(|a| a * by))
    }
}

struct Sphere {
    centre: Vector,
    radius: f32,
    colour: Vector,
    mirror: f32,
}

impl Sphere {
    fn of(words: &[f32]) -> Sphere {
        let vector = |at: usize| Vector([words[at], words[at + 1], words[at + 2]]);
        Sphere { centre: vector(0), radius: words[3], colour: vector(4), mirror: words[7] }
    }
    /// The distance along a ray of unit length at which it first meets the sphere; `None` if it
    /// does not.
    fn met(&self, from: Vector, towards: Vector) -> Option<f32> {
        let to = self.centre - from;
        let middle = to.dot(towards);
        let root = self.radius.mul_add(self.radius, middle.mul_add(middle, -to.dot(to))).sqrt();
        // of a negative number the root is NaN, and no comparison holds
        [middle - root, middle + root].into_iter().find(|&at| at > NEAR)
    }
}

/// The point at which a ray meets a sphere, with the normal, the colour and the mirroring there.
struct Hit {
    point: Vector,
    up: Vector,
    colour: Vector,
    mirror: f32,
}

fn first_hit(spheres: &[Sphere], from: Vector, towards: Vector) -> Option<Hit> {
    let mut best: Option<(f32, Option<&Sphere>)> = None;
    let nearer = |at: f32, best: &Option<(f32, Option<&Sphere>)>| best.is_none_or(|(nearest, _)| at < nearest);
    for sphere in spheres {
        if let Some(at) = sphere.met(from, towards).filter(|&at| nearer(at, &best)) {
            best = Some((at, Some(sphere)));
        }
    }
    if towards.0[1] < 0.0 {
        let at = -from.0[1] / towards.0[1];
        if at > NEAR && nearer(at, &best) {
            best = Some((at, None));
        }
    }
    best.map(|(at, sphere)| {
        let point = from.along(towards, at);
        match sphere {
            Some(s) => Hit { point, up: (point - s.centre).normal(), colour: s.colour, mirror: s.mirror },
            None => {
                let odd = (point.0[0].floor() as i32).wrapping_add(point.0[2].floor() as i32) & 1 == 1;
                let colour = Vector([if odd { 0.2 } else { 0.8 }; 3]);
                Hit { point, up: Vector([0.0, 1.0, 0.0]), colour, mirror: 0.1 }
            }
        }
    })
}

fn trace(spheres: &[Sphere], mut towards: Vector) -> Vector {
    let (mut from, mut colour, mut weight) = (EYE, Vector([0.0; 3]), 1f32);
    for _ in 0..=REFLECTIONS {
        let Some(hit) = first_hit(spheres, from, towards) else {
            let height = towards.0[1].max(0.0);
            return colour.along(Vector([0.6 - 0.4 * height, 0.7 - 0.3 * height, 0.9]), weight);
        };
        let to_light = LIGHT - hit.point;
        let length = to_light.dot(to_light).sqrt();
        let to_light = to_light * (1.0 / length);
        let reflected = towards.along(hit.up, -2.0 * towards.dot(hit.up));
        let mut diffuse = hit.up.dot(to_light);
        let mut shine = 0f32;
        let blocks = |sphere: &Sphere| sphere.met(hit.point, to_light).is_some_and(|at| at < length);
        if diffuse <= 0.0 || spheres.iter().any(blocks) {
            diffuse = 0.0;
        } else {
            shine = reflected.dot(to_light).max(0.0);
            (0..5).for_each(|_| shine *= shine);
        }
        let here = hit.colour * 0.8f32.mul_add(diffuse, 0.2) + Vector([shine; 3]);
        colour = colour.along(here, weight * (1.0 - hit.mirror));
        weight *= hit.mirror;
        if weight < 0.02 {
            break;
        }
        (from, towards) = (hit.point, reflected);
    }
    colour
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, height) = (sizes["width"], sizes["height"]);
    let words = data.f32("spheres");
    let spheres: Vec<Sphere> = words.chunks_exact(8).take(sizes.count("spheres")).map(Sphere::of).collect();
    let step = 0.6 / height as f32;
    let pixels: Vec<u32> = (0..width * height)
        .map(|at| {
            let (column, row) = (at % width, at / width);
            let towards = Vector([(2 * column - width) as f32 * step, (height - 2 * row) as f32 * step, 1.0]);
            let colour = trace(&spheres, towards.normal()).0.map(|c| (c.min(1.0) * 255.0) as u32);
            colour[0] | colour[1] << 8 | colour[2] << 16
        })
        .collect();
    data.u32_mut("pixels").copy_from_slice(&pixels);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_ahead_is_met_at_its_face_and_from_within_at_its_back() {
        let words = [0.0, 0.0, 5.0, 2.0, 1.0, 0.0, 0.0, 0.5];
        let (sphere, ahead) = (Sphere::of(&words), Vector([0.0, 0.0, 1.0]));
        assert_eq!(sphere.met(Vector([0.0; 3]), ahead), Some(3.0));
        assert_eq!(sphere.met(Vector([0.0, 0.0, 5.0]), ahead), Some(2.0));
        assert_eq!(sphere.met(Vector([0.0, 0.0, 8.0]), ahead), None);
        assert_eq!(sphere.met(Vector([0.0, 3.0, 0.0]), ahead), None);
    }

    #[test]
    fn a_ray_upwards_sees_the_sky() {
        assert_eq!(trace(&[], Vector([0.0, 1.0, 0.0])).0, [0.6f32 - 0.4, 0.7 - 0.3, 0.9]);
    }
}
