//! The workloads by the papers' names. Each folder holds a CUDA source, the PTX that clang makes of it (`make kernels`), a launch description, and the
//! same computation on the host.

mod graph;

use heddle_kernel::launch::{Buffers, Description, Host, Session, Sizes};

/// A workload.
#[derive(Debug)]
pub struct Workload {
    /// The folder's name.
    pub name: &'static str,
    /// Its PTX.
    pub ptx: &'static str,
    /// Its launch description.
    pub launch: &'static str,
    /// The host's side.
    pub host: Host,
}

impl Workload {
    /// By its folder's name.
    pub fn named(name: &str) -> Option<&'static Workload> {
        WORKLOADS.iter().find(|workload| workload.name == name)
    }
    /// Brings it to life at a scale, for tests and measurements. PTX and description are our own: a mistake in them is a panic.
    pub fn with<T>(&self, scale: &str, act: impl FnOnce(&mut Session) -> T) -> T {
        let module = heddle_kernel::read(&self.module(), self.ptx).unwrap_or_else(|error| panic!("{error}"));
        let description = Description::read(&self.file(), self.launch).unwrap_or_else(|error| panic!("{error}"));
        let session = Session::new(&self.file(), &module, &description, scale, Some(self.host));
        act(&mut session.unwrap_or_else(|error| panic!("{error}")))
    }
    /// The launch description's file, for messages.
    pub fn file(&self) -> String {
        format!("kernels/{}/launch.toml", self.name)
    }
    /// The PTX's file, for messages.
    pub fn module(&self) -> String {
        format!("kernels/{0}/{0}.ptx", self.name)
    }
}

macro_rules! workloads {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*
        /// All workloads, in the order of their names.
        pub const WORKLOADS: &[Workload] = &[$(Workload {
            name: stringify!($name),
            ptx: include_str!(concat!(stringify!($name), "/", stringify!($name), ".ptx")),
            launch: include_str!(concat!(stringify!($name), "/launch.toml")),
            host: $name::HOST,
        }),*];
    };
}

// a line a workload, so that two additions meet in no line
workloads! {
    aes,
    aossort,
    asian,
    bfs,
    binom,
    bitonic,
    bp,
    bs,
    btree,
    bwc,
    comd,
    conv2d,
    cp,
    cs,
    dc,
    dg,
    dot,
    dw,
    dxtc,
    eigen,
    fd,
    fd3d,
    fdtd3d,
    ft,
    gau,
    hi,
    hotsp,
    idct,
    kmeans,
    lavamd,
    libor,
    lps,
    lud,
    mandel,
    mc,
    mgst,
    mm,
    mum,
    nn,
    nw,
    objclass,
    pf,
    pr,
    qsrdm,
    radix,
    ray,
    reduct,
    sclust,
    sn,
    sobflt,
    spmv,
    spmv_lp22,
    spmv_vector,
    srad,
    sssp,
    sto,
    syr2k,
    tf,
    va,
    vis,
}
