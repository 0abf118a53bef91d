//! GPHYS: a step of game physics, one body after the other. Sums and products are fused where the
//! kernel fuses them, so that places are equal to the last bit.

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Number of bodies of an island; one half are parts, which have contacts.
const ISLAND: usize = 32;
const PARTS: usize = ISLAND / 2;
const CONTACTS: usize = 8;
const SUBSTEPS: usize = 12;
const TIME: f32 = 0.002;

/// The half of a body's island that has parts: 0, or with `turn` 1 the other one in every other
/// island.
fn half_of_parts(body: usize, turn: usize) -> usize {
    (body / ISLAND) & turn
}

/// Makes islands beside each other, whose parts are near enough to touch, and contacts of each part
/// with others of its island.
fn make(sizes: &Sizes, data: &mut Buffers) {
    let mut chance = Chance(1);
    for (body, place) in data.f32_mut("places").chunks_exact_mut(4).enumerate() {
        let mut fraction = || chance.below(1 << 16) as f32 / 65536.0;
        let corner = (body / ISLAND) as f32 * 4.0;
        // some touch the ground
        place.copy_from_slice(&[corner + 2.0 * fraction(), 2.0 * fraction(), 2.0 * fraction(), 0.2 + 0.3 * fraction()]);
    }
    let (bodies, turn) = (sizes.count("bodies"), sizes.count("turn"));
    for (at, contact) in data.s32_mut("contacts").iter_mut().enumerate() {
        let body = at % bodies;
        let island = body / ISLAND * ISLAND;
        let other = island + PARTS * half_of_parts(body, turn) + (body + 1 + chance.below(PARTS as u32 - 1) as usize) % PARTS;
        // the last island may be short
        *contact = if other < bodies { other } else { island } as i32;
    }
}

/// A place or a velocity: x, height, z; then the radius for a place, or 0.
type Row = [f32; 4];

fn rows(words: &[f32]) -> Vec<Row> {
    words.as_chunks().0.to_vec()
}

/// The place and the velocity of a body after a substep.
fn flown(([x, y, z, radius], [vx, vy, vz, none]): (Row, Row)) -> (Row, Row) {
    let kept = (-0.02f32).mul_add(TIME, 1.0);
    let (vx, mut vy, vz) = (vx * kept, (-9.81f32).mul_add(TIME, vy * kept), vz * kept);
    let (x, mut y, z) = (vx.mul_add(TIME, x), vy.mul_add(TIME, y), vz.mul_add(TIME, z));
    if y < radius {
        (y, vy) = (radius, vy.abs() * 0.6);
    }
    ([x, y, z, radius], [vx, vy, vz, none])
}

/// The place of a part after contacts push it away from the parts that it touches.
fn pushed(part: Row, others: impl Iterator<Item = Row>) -> Row {
    let mut to = others.fold(part, |to, other| {
        let [x, y, z] = [0, 1, 2].map(|k| part[k] - other[k]);
        let length = (z.mul_add(z, y.mul_add(y, x * x)) + 1e-6).sqrt();
        let push = (part[3] + other[3] - length).max(0.0) * 0.25 / length;
        [x.mul_add(push, to[0]), y.mul_add(push, to[1]), z.mul_add(push, to[2]), to[3]]
    });
    to[1] = to[1].max(to[3]);
    to
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let turn = sizes.count("turn");
    let (places, velocities, contacts) = (rows(data.f32("places")), rows(data.f32("velocities")), data.s32("contacts").to_vec());
    let bodies = places.len();
    let fly = |start| (0..SUBSTEPS).fold(start, |at, _| flown(at));
    let (mut to, fast): (Vec<Row>, Vec<Row>) = places.iter().copied().zip(velocities).map(fly).unzip();
    let is_part = |body: usize| body % ISLAND / PARTS == half_of_parts(body, turn);
    for (body, place) in to.iter_mut().enumerate().filter(|(body, _)| is_part(*body)) {
        let touched = (0..CONTACTS).map(|k| places[contacts[k * bodies + body] as usize]);
        *place = pushed(*place, touched);
    }
    data.f32_mut("to_places").copy_from_slice(to.as_flattened());
    data.f32_mut("to_velocities").copy_from_slice(fast.as_flattened());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_first_half_or_in_turn_the_second() {
        assert_eq!([0, 31, 32, 64, 96].map(|body| half_of_parts(body, 0)), [0; 5]);
        assert_eq!([0, 31, 32, 64, 96].map(|body| half_of_parts(body, 1)), [0, 0, 1, 0, 1]);
    }

    #[test]
    fn what_falls_to_the_ground_comes_back_slower() {
        let (place, velocity) = flown(([0.0, 1.0, 0.0, 1.0], [3.0, -2.0, 0.0, 0.0]));
        assert_eq!((place[1], place[3]), (1.0, 1.0));
        assert!(place[0] > 0.0 && velocity[1] > 1.19 && velocity[1] < 1.22);
    }

    #[test]
    fn parts_that_overlap_are_pushed_apart() {
        let part = [0.0, 5.0, 0.0, 1.0];
        let to = pushed(part, [[1.0, 5.0, 0.0, 1.0], [0.0, 9.0, 0.0, 1.0]].into_iter());
        assert!((to[0] + 0.25).abs() < 1e-4);
        assert_eq!(to[1..], part[1..]);
    }
}
