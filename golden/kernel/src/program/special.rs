macro_rules! specials {
    ($($name:literal => $special:ident),* $(,)?) => {
        /// A special register of PTX. A dimension is 0, 1 or 2 for x, y, z; the w component is 0
        /// and never appears here.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Special { Tid(u8), Ntid(u8), Ctaid(u8), Nctaid(u8), $($special),* }

        const NAMED: &[(&str, Special)] = &[$(($name, Special::$special)),*];
    };
}

specials! {
    "%laneid" => Laneid,
    "%warpid" => Warpid,
    "%nwarpid" => Nwarpid,
    "WARP_SZ" => WarpSize,
    "%smid" => Smid,
    "%nsmid" => Nsmid,
    "%gridid" => Gridid,
    "%lanemask_eq" => LanemaskEq,
    "%lanemask_le" => LanemaskLe,
    "%lanemask_lt" => LanemaskLt,
    "%lanemask_ge" => LanemaskGe,
    "%lanemask_gt" => LanemaskGt,
    "%clock" => Clock,
    "%clock_hi" => ClockHi,
    "%clock64" => Clock64,
    "%globaltimer" => Globaltimer,
    "%globaltimer_lo" => GlobaltimerLo,
    "%globaltimer_hi" => GlobaltimerHi,
    "%total_smem_size" => TotalSmemSize,
    "%dynamic_smem_size" => DynamicSmemSize,
}

impl Special {
    /// Returns the special register with a name (with its percent sign), such as `%tid.x`.
    pub fn named(name: &str) -> Option<Special> {
        if let Some((stem, component)) = name.split_once('.') {
            let dimension = "xyz".find(component).filter(|_| component.len() == 1)? as u8;
            return Some(match stem {
                "%tid" => Special::Tid(dimension),
                "%ntid" => Special::Ntid(dimension),
                "%ctaid" => Special::Ctaid(dimension),
                "%nctaid" => Special::Nctaid(dimension),
                _ => return None,
            });
        }
        NAMED.iter().find(|(n, _)| *n == name).map(|&(_, s)| s)
    }
    /// Whether the register's value differs between the threads of a warp.
    pub const fn by_thread(self) -> bool {
        use Special::*;
        matches!(self, Tid(_) | Laneid | LanemaskEq | LanemaskLe | LanemaskLt | LanemaskGe | LanemaskGt)
    }
    /// Whether the register's value differs from one read to the next.
    pub const fn by_time(self) -> bool {
        use Special::*;
        matches!(self, Clock | ClockHi | Clock64 | Globaltimer | GlobaltimerLo | GlobaltimerHi)
    }
}
