//! LIGHT: lighting of a landscape. Sums and products are fused where the kernel fuses them, so that
//! pictures are equal to the last bit.

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Points of the landscape from one pixel to the next; all lengths are in points.
const POINTS: usize = 4;
/// Columns and rows of a cluster, in pixels, and the longest list.
const CLUSTER: [usize; 2] = [4, 2];
const MOST: usize = 24;
const AMBIENT: f32 = 0.1;
/// Steps of a shadow ray towards a light, per point of the light's range.
const STEPS: f32 = 0.125;
/// Number of lights of a town.
const TOWN: usize = 12;

type Vector = [f32; 3];

#[derive(Clone, Copy)]
enum Kind {
    Lamp,
    Spot,
    Tube,
}
const KINDS: [Kind; 3] = [Kind::Lamp, Kind::Spot, Kind::Tube];

#[derive(Clone, Copy)]
struct Light {
    place: Vector,
    range: f32,
    colour: Vector,
    kind: Kind,
    axis: Vector,
    /// The cosine at a spot's edge.
    cone: f32,
}

impl Light {
    fn words(&self) -> [f32; 12] {
        let ([x, y, z], [red, green, blue], [ax, ay, az]) = (self.place, self.colour, self.axis);
        [x, y, z, self.range, red, green, blue, f32::from_bits(self.kind as u32), ax, ay, az, self.cone]
    }
    /// Whether the light may reach a pixel of the cluster whose first pixel is at `corner`.
    fn touches(&self, corner: [usize; 2]) -> bool {
        let beside = [0, 1].map(|k| {
            let (low, high) = ((corner[k] * POINTS) as f32, ((corner[k] + CLUSTER[k] - 1) * POINTS) as f32);
            self.place[k] - self.place[k].clamp(low, high)
        });
        beside[0] * beside[0] + beside[1] * beside[1] < self.range * self.range
    }
}

fn along(a: Vector, b: Vector, by: f32) -> Vector {
    [0, 1, 2].map(|k| b[k].mul_add(by, a[k]))
}
fn minus(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|k| a[k] - b[k])
}
fn dot(a: Vector, b: Vector) -> f32 {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}
fn normal(a: Vector) -> Vector {
    let by = 1.0 / dot(a, a).sqrt();
    a.map(|part| part * by)
}

/// Makes `count` lights of all kinds above a landscape: towns of lights, and single lights at last.
fn lights(width: usize, height: usize, count: usize) -> Vec<Light> {
    let mut chance = Chance(3);
    let mut town = [0.0; 2];
    let light = |i| {
        let mut between = |low: f32, high: f32| low + (high - low) * (chance.below(1 << 16) as f32 / 65536.0);
        let edges = [width, height].map(|pixels| (pixels * POINTS) as f32);
        if i % TOWN == 0 || i > count * 3 / 4 {
            town = edges.map(|edge| between(16.0, edge - 16.0));
        }
        let [x, y] = [0, 1].map(|k| (town[k] + between(-36.0, 36.0)).clamp(16.0, edges[k] - 16.0));
        Light {
            place: [x, y, between(20.0, 36.0)],
            range: between(24.0, 72.0),
            colour: [0; 3].map(|_| between(0.1, 0.9)),
            kind: KINDS[(i * 7 / 3) % 3],
            axis: normal([between(-1.0, 1.0), between(-1.0, 1.0), -0.7]),
            cone: between(0.3, 0.8),
        }
    };
    (0..count).map(light).collect()
}

/// Makes a landscape of hills with walls on them.
fn height_at(x: usize, y: usize) -> f32 {
    let wave = |at: usize, period: usize| {
        let part = (at % period) as f32 / period as f32;
        part * (1.0 - part) * 4.0
    };
    let wall = (x / 48 * 7 + y / 32 * 3).is_multiple_of(5);
    6.0 * wave(x + y / 2, 116) + 6.0 * wave(y + x / 3, 92) + if wall { 12.0 } else { 0.0 }
}

fn make(sizes: &Sizes, data: &mut Buffers) {
    let [width, height] = ["width", "height"].map(|name| sizes.count(name));
    let lights = lights(width, height, sizes.count("lights"));
    for (at, to) in data.f32_mut("heights").iter_mut().enumerate() {
        *to = height_at(at % (width * POINTS), at / (width * POINTS));
    }
    for (to, light) in data.f32_mut("lights").chunks_exact_mut(12).zip(&lights) {
        to.copy_from_slice(&light.words());
    }
    let wide = width.div_ceil(CLUSTER[0]);
    let (mut first, mut members) = (vec![0], Vec::new());
    for cluster in 0..data.s32("first").len() - 1 {
        let corner = [cluster % wide * CLUSTER[0], cluster / wide * CLUSTER[1]];
        let near = (0..lights.len()).filter(|&i| lights[i].touches(corner)).take(MOST);
        members.extend(near.map(|i| i as i32));
        first.push(members.len() as i32);
    }
    data.s32_mut("first").copy_from_slice(&first);
    data.s32_mut("members")[..members.len()].copy_from_slice(&members);
}

/// A landscape; each row has `pitch` points.
struct Scene {
    pitch: usize,
    heights: Vec<f32>,
}

impl Scene {
    fn height(&self, x: usize, y: usize) -> f32 {
        self.heights[y * self.pitch + x]
    }
    fn normal(&self, x: usize, y: usize) -> Vector {
        let (right, bottom) = (self.pitch - 1, self.heights.len() / self.pitch - 1);
        let across = self.height(x.saturating_sub(1), y) - self.height((x + 1).min(right), y);
        let down = self.height(x, y.saturating_sub(1)) - self.height(x, (y + 1).min(bottom));
        normal([across, down, 2.0])
    }
    fn shadowed(&self, point: Vector, to: Vector, steps: i32) -> bool {
        let above = |step: i32| {
            let [x, y, z] = along(point, to, step as f32 / steps as f32);
            self.height(x as usize, y as usize) > z
        };
        (1..steps).any(above)
    }
    /// The fraction of a light's colour that a point receives; `None` if it receives none.
    fn given(&self, light: &Light, point: Vector, up: Vector, to: Vector) -> Option<f32> {
        let square = dot(to, to);
        let towards = normal(to);
        let cosine = dot(up, towards);
        let mut strength = 1.0 - square / (light.range * light.range);
        if cosine <= 0.0 || strength <= 0.0 {
            return None;
        }
        if let Kind::Spot = light.kind {
            let inside = -dot(light.axis, towards);
            if inside <= light.cone {
                return None;
            }
            strength *= (inside - light.cone) / (1.0 - light.cone);
        }
        (!self.shadowed(point, to, (light.range * STEPS) as i32)).then_some(cosine * strength)
    }
    fn colour<'a>(&self, x: usize, y: usize, list: impl Iterator<Item = &'a Light>) -> Vector {
        let point = [x as f32, y as f32, self.height(x, y)];
        let up = self.normal(x, y);
        let mut colour = [AMBIENT; 3];
        for light in list {
            let to = minus(light.place, point);
            if dot(to, to) >= light.range * light.range {
                continue;
            }
            let samples = match light.kind {
                Kind::Tube => [-1.5, -0.5, 0.5, 1.5].map(|by| along(to, light.axis, by)).to_vec(),
                _ => vec![to],
            };
            for given in samples.iter().filter_map(|&to| self.given(light, point, up, to)) {
                colour = along(colour, light.colour, given / samples.len() as f32);
            }
        }
        colour
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let [width, height] = ["width", "height"].map(|name| sizes.count(name));
    let lights = lights(width, height, sizes.count("lights"));
    let (first, members) = (data.s32("first").to_vec(), data.s32("members").to_vec());
    let scene = Scene { pitch: width * POINTS, heights: data.f32("heights").to_vec() };
    for (at, pixel) in data.u32_mut("pixels").iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        let cluster = y / CLUSTER[1] * width.div_ceil(CLUSTER[0]) + x / CLUSTER[0];
        let list = &members[first[cluster] as usize..first[cluster + 1] as usize];
        let colour = scene.colour(x * POINTS, y * POINTS, list.iter().map(|&i| &lights[i as usize]));
        let [red, green, blue] = colour.map(|part| (part.min(1.0) * 255.0) as u32);
        *pixel = red | green << 8 | blue << 16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAMP: Light =
        Light { place: [5.0, 5.0, 4.0], range: 32.0, colour: [1.0; 3], kind: Kind::Lamp, axis: [0.0, 0.0, -1.0], cone: 0.5 };

    #[test]
    fn a_wall_throws_a_shadow() {
        let mut scene = Scene { pitch: 10, heights: vec![0.0; 100] };
        assert!(scene.colour(2, 5, [&LAMP].into_iter())[0] > AMBIENT);
        assert_eq!(scene.colour(2, 5, [].into_iter()), [AMBIENT; 3]);
        scene.heights[53] = 3.0;
        assert_eq!(scene.colour(2, 5, [&LAMP].into_iter()), [AMBIENT; 3]);
    }

    #[test]
    fn a_spot_lights_its_cone_alone() {
        let scene = Scene { pitch: 10, heights: vec![0.0; 100] };
        let spot = Light { kind: Kind::Spot, ..LAMP };
        assert!(scene.colour(5, 5, [&spot].into_iter())[0] > AMBIENT);
        assert_eq!(scene.colour(0, 1, [&Light { cone: 0.9, ..spot }].into_iter()), [AMBIENT; 3]);
    }

    #[test]
    fn clusters_list_what_may_reach_them() {
        assert!(LAMP.touches([0, 0]) && LAMP.touches([8, 2]) && !LAMP.touches([12, 2]));
    }
}
