//! DG: a discontinuous Galerkin solver. Sums run in the kernels' order, with their fused steps.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const NODES: usize = 84;
const PITCH: usize = 96;
const FACE: usize = 28;
const FIELDS: usize = 6;
const ELEMENT: usize = FIELDS * PITCH;
const DT: f32 = 0.01;

/// Makes elements in a ring: two faces touch the neighbours; at two on the boundary outside is
/// inside, and the electric field changes its sign.
fn make(_: &Sizes, data: &mut Buffers) {
    let faces = data.s32("inside").len() / FACE;
    let elements = faces / 4;
    for i in 0..faces * FACE {
        let (element, face, node) = (i / FACE / 4, i / FACE % 4, i % FACE);
        let inside = element * ELEMENT + (face * 19 + node * 3) % NODES;
        let neighbour = (element + if face == 0 { 1 } else { elements - 1 }) % elements;
        let outside = neighbour * ELEMENT + ((1 - face.min(1)) * 19 + (FACE - 1 - node) * 3) % NODES;
        data.s32_mut("inside")[i] = inside as i32;
        data.s32_mut("outside")[i] = if face < 2 { outside } else { inside } as i32;
        let normal = match face {
            0 => [1.0, 0.0, 0.0],
            1 => [-0.6, 0.8, 0.0],
            2 => [0.0, -0.6, 0.8],
            _ => [0.48, -0.6, -0.64],
        };
        let boundary = if face < 2 { 1.0 } else { -1.0 };
        let row = &mut data.f32_mut("surface")[i * 6..][..6];
        row.copy_from_slice(&[0.5, boundary, normal[0], normal[1], normal[2], 0.0]);
    }
}

type Three = [f32; 3];

fn dot(a: Three, b: Three) -> f32 {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

/// Derivatives along the physical axes at a node: `[axis][field]`.
fn gradient(q: &[f32], derivative: &[f32], geometry: &[f32], n: usize) -> [[f32; FIELDS]; 3] {
    let mut reference = [[0f32; 3]; FIELDS];
    for (f, sums) in reference.iter_mut().enumerate() {
        for m in 0..NODES {
            let row = &derivative[(m * PITCH + n) * 4..];
            (0..3).for_each(|axis| sums[axis] = row[axis].mul_add(q[f * PITCH + m], sums[axis]));
        }
    }
    [0, 1, 2].map(|axis| reference.map(|sums| dot([geometry[axis], geometry[3 + axis], geometry[6 + axis]], sums)))
}

/// The flux through a face node from the jump of the fields.
fn flux(jump: [f32; FIELDS], scale: f32, normal: Three) -> [f32; FIELDS] {
    let (magnetic, electric) = ([jump[0], jump[1], jump[2]], [jump[3], jump[4], jump[5]]);
    let half = |own: Three, other: Three, sign: f32| -> Three {
        let along = dot(normal, own);
        std::array::from_fn(|k| {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            // which product of the cross product is rounded on its own depends on the sign
            let (fused, rounded) = if sign < 0.0 { (b, a) } else { (a, b) };
            let cross = normal[fused].mul_add(other[rounded], -(normal[rounded] * other[fused]));
            scale * (cross + (-along).mul_add(normal[k], own[k]))
        })
    };
    let (h, e) = (half(magnetic, electric, -1.0), half(electric, magnetic, 1.0));
    [h[0], h[1], h[2], e[0], e[1], e[2]]
}

fn volume(data: &Buffers, rhs: &mut [f32]) {
    let (q, derivative) = (data.f32("q"), data.f32("derivative"));
    let elements = q.chunks_exact(ELEMENT).zip(data.f32("geometry").chunks_exact(12));
    for ((q, geometry), rhs) in elements.zip(rhs.chunks_exact_mut(ELEMENT)) {
        for n in 0..NODES {
            let by = gradient(q, derivative, geometry, n);
            for k in 0..3 {
                let (a, b) = ((k + 1) % 3, (k + 2) % 3);
                rhs[k * PITCH + n] = -(by[a][3 + b] - by[b][3 + a]);
                rhs[(3 + k) * PITCH + n] = by[a][b] - by[b][a];
            }
        }
    }
}

fn surface(data: &Buffers, rhs: &mut [f32]) {
    let (q, lift) = (data.f32("q"), data.f32("lift"));
    let (inside, outside) = (data.s32("inside"), data.s32("outside"));
    for (element, rhs) in rhs.chunks_exact_mut(ELEMENT).enumerate() {
        let fluxes: Vec<[f32; FIELDS]> = (element * 4 * FACE..(element + 1) * 4 * FACE)
            .map(|i| {
                let s = &data.f32("surface")[i * 6..];
                let jump = std::array::from_fn(|f| {
                    let [mine, theirs] = [inside[i], outside[i]].map(|at| q[at as usize + f * PITCH]);
                    if f < 3 { theirs - mine } else { s[1].mul_add(theirs, -mine) }
                });
                flux(jump, s[0], [s[2], s[3], s[4]])
            })
            .collect();
        for (f, n) in (0..FIELDS).flat_map(|f| (0..NODES).map(move |n| (f, n))) {
            let sum = &mut rhs[f * PITCH + n];
            for (m, face) in (0..FACE).flat_map(|m| (0..4).map(move |face| (m, face))) {
                *sum = lift[(m * PITCH + n) * 4 + face].mul_add(fluxes[face * FACE + m][f], *sum);
            }
        }
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let mut rhs = data.f32("rhs").to_vec();
    for stage in 0..sizes.count("stages") {
        volume(data, &mut rhs);
        surface(data, &mut rhs);
        let (a, b) = (data.f32("stage_a")[stage], data.f32("stage_b")[stage]);
        let residual: Vec<f32> = data.f32("residual").iter().zip(&rhs).map(|(old, r)| a.mul_add(*old, DT * r)).collect();
        data.f32_mut("q").iter_mut().zip(&residual).for_each(|(q, r)| *q = b.mul_add(*r, *q));
        data.f32_mut("residual").copy_from_slice(&residual);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A jump along the normal makes no flux; one across it comes back as it is, and turned by a
    /// right angle in the other field.
    #[test]
    fn upwind_fluxes() {
        let normal = [0.0, 0.0, 1.0];
        assert_eq!(flux([0.0, 0.0, 3.0, 0.0, 0.0, 4.0], 1.0, normal), [0.0; 6]);
        assert_eq!(flux([2.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.5, normal), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        assert_eq!(flux([0.0, 0.0, 0.0, 2.0, 0.0, 0.0], 0.5, normal), [0.0, -1.0, 0.0, 1.0, 0.0, 0.0]);
    }

    /// Fields that rise evenly along the reference axes have the metric's columns as their
    /// gradients.
    #[test]
    fn gradients() {
        let mut derivative = vec![0f32; NODES * PITCH * 4];
        // node m gives 1 to the axis m, for m < 3
        (0..3).for_each(|m| (0..PITCH).for_each(|n| derivative[(m * PITCH + n) * 4 + m] = 1.0));
        let q: Vec<f32> = (0..ELEMENT).map(|i| if i % PITCH < 3 { (i / PITCH + 1) as f32 } else { 9.0 }).collect();
        let geometry: Vec<f32> = (0..12).map(|i| [1.0, 2.0, 3.0][i % 3] + (i / 3) as f32).collect();
        let by = gradient(&q, &derivative, &geometry, 7);
        for (axis, f) in (0..3).flat_map(|axis| (0..FIELDS).map(move |f| (axis, f))) {
            assert_eq!(by[axis][f], (f + 1) as f32 * (3 * (axis + 1) + 3) as f32);
        }
    }

    /// STSIMT 5.4: a lane has registers for one full warp, so that eight lanes hold two CTAs of
    /// three warps.
    #[test]
    fn two_ctas_fit_eight_lanes() {
        use heddle_kernel::compile::{Allocated, Registers, Scalarization, allocation, executed};
        let module = heddle_kernel::read("dg.ptx", include_str!("dg.ptx")).expect("our own PTX");
        let registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };
        let module = executed(&module, registers);
        let (_, volume) = module.kernels().find(|(_, kernel)| kernel.name == "dg_volume").expect("our own kernel");
        let words = allocation(module, volume, registers).expect("a sound allocation").words(32);
        let warps = 8 * (16384 / 8 / words);
        assert_eq!(warps / NODES.div_ceil(32) as u32, 2);
    }
}
