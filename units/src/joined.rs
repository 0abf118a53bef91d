//! The macro `joined!`: a unit's contract, golden model and RTL as one type.

/// Declares a type for each of some units, with the golden model of `heddle-golden` and the RTL of
/// `heddle-rtl`.
macro_rules! joined {
    ($($(#[$outer:meta])* pub $name:ident = $room:ident::$of:ident;)*) => {
        heddle_block::same_block! {
            $($(#[$outer])* pub $name = heddle_golden::$room::$of;)*
        }

        $(impl heddle_block::Golden for $name {
            type State = <heddle_golden::$room::$of as heddle_block::Golden>::State;
            type Protocol = <heddle_golden::$room::$of as heddle_block::Golden>::Protocol;

            #[inline]
            fn reset(cfg: &Self::Config) -> Self::State {
                heddle_golden::$room::$of::reset(cfg)
            }
            #[inline]
            fn comb(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out) {
                heddle_golden::$room::$of::comb(cfg, q, i, o);
            }
            #[inline]
            fn late(cfg: &Self::Config, q: &Self::State, i: &Self::In, o: &mut Self::Out) {
                heddle_golden::$room::$of::late(cfg, q, i, o);
            }
            #[inline]
            fn clock(cfg: &Self::Config, q: &mut Self::State, i: &Self::In) {
                heddle_golden::$room::$of::clock(cfg, q, i);
            }
            fn invariant(
                cfg: &Self::Config,
                p: &Self::Protocol,
                q: &Self::State,
            ) -> Result<(), heddle_block::Violation> {
                heddle_golden::$room::$of::invariant(cfg, p, q)
            }
            fn probe(cfg: &Self::Config, q: &Self::State, probe: &mut heddle_block::Probe) {
                heddle_golden::$room::$of::probe(cfg, q, probe);
            }
            fn protocol(cfg: &Self::Config) -> Self::Protocol {
                heddle_golden::$room::$of::protocol(cfg)
            }
            #[inline]
            fn legal(
                cfg: &Self::Config,
                p: &Self::Protocol,
                q: &Self::State,
                i: &Self::In,
            ) -> Result<(), heddle_block::Illegal> {
                heddle_golden::$room::$of::legal(cfg, p, q, i)
            }
            fn repair(cfg: &Self::Config, p: &Self::Protocol, q: &Self::State, i: &mut Self::In) {
                heddle_golden::$room::$of::repair(cfg, p, q, i);
            }
            #[inline]
            fn observe(
                cfg: &Self::Config,
                p: &mut Self::Protocol,
                q: &Self::State,
                i: &Self::In,
                o: &Self::Out,
            ) {
                heddle_golden::$room::$of::observe(cfg, p, q, i, o);
            }
        }

        impl heddle_block::Rtl for $name {
            const WAIVERS: &'static [(&'static str, &'static str)] = heddle_rtl::$of::WAIVERS;

            fn verilog(cfg: &Self::Config) -> Option<String> {
                heddle_rtl::$of::verilog(cfg)
            }
        })*
    };
}
