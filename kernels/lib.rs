//! The workloads of the project, by the papers' names. Each folder holds a CUDA source, the PTX
//! that clang makes of it (`make kernels`) for 64-bit and for 32-bit addresses, a launch
//! description, and the same computation on the host.

mod address;
mod graph;
mod workload;

pub use address::Address;
use heddle_kernel::launch::{Buffers, Host, Sizes};
pub use workload::Workload;

macro_rules! workloads {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*
        /// All workloads, in the order of their names.
        pub const WORKLOADS: &[Workload] = &[$(Workload {
            name: stringify!($name),
            ptx: include_str!(concat!(stringify!($name), "/", stringify!($name), ".ptx")),
            ptx_32: include_str!(concat!(stringify!($name), "/", stringify!($name), ".m32.ptx")),
            launch: include_str!(concat!(stringify!($name), "/launch.toml")),
            host: $name::HOST,
        }),*];
    };
}

// a line a workload, so that two additions meet in no line
workloads! {
    aes,
    aes_ispass,
    aossort,
    asian,
    bfs,
    bfs_ispass,
    bfs_warp,
    binom,
    bitonic,
    bp,
    bp_rodinia,
    bs,
    btree,
    bwc,
    comd,
    conv2d,
    cp,
    cs,
    ct,
    dc,
    dg,
    digits,
    dot,
    dw,
    dxtc,
    eigen,
    fd,
    fd3d,
    fdtd3d,
    ft,
    game1,
    game2,
    gau,
    gphys,
    hi,
    hotsp,
    hotsp_rodinia,
    hw,
    idct,
    kmeans,
    lavamd,
    le,
    libor,
    light,
    lps,
    lud,
    mandel,
    mandel_grid,
    mc,
    mgst,
    mm,
    mum,
    mum_ispass,
    nn,
    nw,
    objclass,
    pf,
    pr,
    qsrdm,
    radix,
    ray,
    rays_warp,
    reduct,
    sclust,
    sn,
    sobflt,
    spmv,
    spmv_lp22,
    spmv_vector,
    spmv_warp,
    spmv_warp_lp22,
    srad,
    sssp,
    sto,
    sto_ispass,
    syr2k,
    tf,
    trsv_warp,
    va,
    vis,
}

/// Iterates over the workloads whose launches are grids of CTAs, without those with warp sizes of
/// their own.
pub fn regular() -> impl Iterator<Item = &'static Workload> {
    WORKLOADS.iter().filter(|workload| !workload.is_irregular())
}
