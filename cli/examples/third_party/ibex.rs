//! Ibex: its decoder of compressed instructions, and its multiplier and divider.

use heddle_command::prelude::*;

use crate::{add, wrapped};

/// Adds the blocks to a program.
pub fn units(heddle: Heddle) -> Heddle {
    add::<multdiv::Multdiv>(add::<decoder::Decoder>(heddle))
}

/// `ibex_multdiv_fast`: RISC-V's M extension, in as many cycles as it takes.
mod multdiv {
    use super::*;

    config! {
        /// Parameters of the unit.
        pub struct Config {
            /// Whether the time does not depend on the data.
            steady: u32,
        }
        fast { steady: 0 }
        steady { steady: 1 }
    }

    ports! {
        /// Inputs of a cycle.
        pub struct In |_cfg: Config, i, k| {
            reset: bool [1] late,
            valid_i: bool [1] late,
            op_i: u8 [3] late when i.valid_i,
            a_i: u32 [32] late when i.valid_i,
            b_i: u32 [32] late when i.valid_i,
        }
    }

    ports! {
        /// Outputs of a cycle.
        pub struct Out |_cfg: Config, o, k| {
            ready_o: bool [1] late,
            valid_o: bool [1] late,
            result_o: u32 [32] late when o.valid_o,
        }
    }

    /// The block.
    pub struct Multdiv;

    impl Block for Multdiv {
        const NAME: &'static str = "ibex_multdiv_fast";
        const SOURCE: &'static str = "Ibex; RISC-V, M extension";
        type Config = Config;
        type In = In;
        type Out = Out;
    }

    impl FromFiles for Multdiv {
        fn source(cfg: &Config) -> (Source, Plan) {
            (wrapped("ibex_multdiv_fast", "ibex_multdiv").parameter("STEADY", cfg.steady), Plan::default())
        }
    }

    /// Returns the result of an operation, which is funct3 of the instruction.
    fn result(op: u8, a: u32, b: u32) -> u32 {
        let (sa, sb) = (a as i32, b as i32);
        match op {
            0 => a.wrapping_mul(b),
            1 => ((i64::from(sa) * i64::from(sb)) >> 32) as u32,
            2 => ((i64::from(sa) * i64::from(b)) >> 32) as u32,
            3 => ((u64::from(a) * u64::from(b)) >> 32) as u32,
            // a division by zero has a result, and so has the one that overflows
            4 if b == 0 => u32::MAX,
            4 => sa.wrapping_div(sb) as u32,
            5 => a.checked_div(b).unwrap_or(u32::MAX),
            6 if b == 0 => a,
            6 => sa.wrapping_rem(sb) as u32,
            _ => a.checked_rem(b).unwrap_or(a),
        }
    }

    impl Untimed for Multdiv {
        type State = ();

        fn streams(_: &Config) -> Vec<Stream> {
            vec![
                Stream::into_block("valid_i", "ready_o", &["op_i", "a_i", "b_i"]),
                Stream::out_of_block("valid_o", "1", &["result_o"]),
            ]
        }

        fn reset(_: &Config) {}

        fn take(_: &Config, (): &mut (), _: usize, i: &In, give: &mut dyn FnMut(usize, Out)) {
            give(1, Out { result_o: result(i.op_i, i.a_i, i.b_i), ..Out::default() });
        }
    }

    bench!(Multdiv, untimed);
}

/// `ibex_compressed_decoder` without Zcmp: the instruction that a compressed one stands for.
mod decoder {
    use super::*;

    config! {
        /// Parameters of the decoder.
        pub struct Config {
            /// Whether there is Zcb.
            zcb: u32,
        }
        zca { zcb: 0 }
        zcb { zcb: 1 }
    }

    ports! {
        /// Inputs of a cycle.
        pub struct In |_cfg: Config, i, k| {
            reset: bool [1] late,
            valid_i: bool [1] late,
            instr_i: u32 [32] late,
        }
    }

    ports! {
        /// Outputs of a cycle.
        pub struct Out |_cfg: Config, o, k| {
            instr_o: u32 [32] late when !o.illegal_instr_o,
            is_compressed_o: bool [1] late,
            gets_expanded_o: u8 [2] late,
            illegal_instr_o: bool [1] late,
        }
    }

    /// The block.
    pub struct Decoder;

    impl Block for Decoder {
        const NAME: &'static str = "ibex_compressed_decoder";
        const SOURCE: &'static str = "Ibex; RISC-V, Zca and Zcb";
        type Config = Config;
        type In = In;
        type Out = Out;
    }

    impl FromFiles for Decoder {
        fn source(cfg: &Config) -> (Source, Plan) {
            (wrapped("ibex_compressed_decoder", "ibex_decoder").parameter("ZCB", cfg.zcb), Plan::default())
        }
    }

    const LOAD: u32 = 0x03;
    const IMMEDIATE: u32 = 0x13;
    const STORE: u32 = 0x23;
    const REGISTERS: u32 = 0x33;
    const LUI: u32 = 0x37;
    const BRANCH: u32 = 0x63;
    const JALR: u32 = 0x67;
    const JAL: u32 = 0x6f;
    const EBREAK: u32 = 0x0010_0073;

    /// Returns bits of an instruction, moved to a place.
    fn field(instr: u32, high: u32, low: u32, to: u32) -> u32 {
        (instr >> low & ((1 << (high - low + 1)) - 1)) << to
    }

    /// Returns a number of this width, extended by its sign.
    fn signed(value: u32, bits: u32) -> u32 {
        ((value << (32 - bits)) as i32 >> (32 - bits)) as u32
    }

    fn r(opcode: u32, funct7: u32, rs2: u32, rs1: u32, funct3: u32, rd: u32) -> u32 {
        funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
    }

    fn i(opcode: u32, immediate: u32, rs1: u32, funct3: u32, rd: u32) -> u32 {
        immediate << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
    }

    fn s(offset: u32, rs2: u32, rs1: u32, funct3: u32) -> u32 {
        r(STORE, field(offset, 11, 5, 0), rs2, rs1, funct3, field(offset, 4, 0, 0))
    }

    fn b(offset: u32, rs1: u32, funct3: u32) -> u32 {
        let [high, low] =
            [field(offset, 12, 12, 6) | field(offset, 10, 5, 0), field(offset, 4, 1, 1) | field(offset, 11, 11, 0)];
        r(BRANCH, high, 0, rs1, funct3, low)
    }

    fn j(offset: u32, rd: u32) -> u32 {
        let low = field(offset, 10, 1, 21) | field(offset, 11, 11, 20) | field(offset, 19, 12, 12);
        field(offset, 20, 20, 31) | low | rd << 7 | JAL
    }

    /// Returns the instruction that a compressed one stands for; `None` where it is reserved.
    fn expand(c: u32, zcb: bool) -> Option<u32> {
        match c & 3 {
            0 => quadrant_0(c, zcb),
            1 => quadrant_1(c, zcb),
            _ => quadrant_2(c),
        }
    }

    fn quadrant_0(c: u32, zcb: bool) -> Option<u32> {
        let (rd, rs1) = (8 + field(c, 4, 2, 0), 8 + field(c, 9, 7, 0));
        let word = field(c, 5, 5, 6) | field(c, 12, 10, 3) | field(c, 6, 6, 2);
        let (byte, half) = (field(c, 6, 6, 0) | field(c, 5, 5, 1), field(c, 5, 5, 1));
        let scaled = field(c, 10, 7, 6) | field(c, 12, 11, 4) | field(c, 5, 5, 3) | field(c, 6, 6, 2);
        Some(match (c >> 13, c >> 10 & 7) {
            (0, _) if scaled != 0 => i(IMMEDIATE, scaled, 2, 0, rd),
            (2, _) => i(LOAD, word, rs1, 2, rd),
            (6, _) => s(word, rd, rs1, 2),
            (4, 0) if zcb => i(LOAD, byte, rs1, 4, rd),
            (4, 1) if zcb => i(LOAD, half, rs1, if c >> 6 & 1 == 0 { 5 } else { 1 }, rd),
            (4, 2) if zcb => s(byte, rd, rs1, 0),
            (4, 3) if zcb && c >> 6 & 1 == 0 => s(half, rd, rs1, 1),
            _ => return None,
        })
    }

    fn quadrant_1(c: u32, zcb: bool) -> Option<u32> {
        let rd = field(c, 11, 7, 0);
        let six = signed(field(c, 12, 12, 5) | field(c, 6, 2, 0), 6);
        let jump = field(c, 12, 12, 11) | field(c, 8, 8, 10) | field(c, 10, 9, 8) | field(c, 6, 6, 7);
        let jump = jump | field(c, 7, 7, 6) | field(c, 2, 2, 5) | field(c, 11, 11, 4) | field(c, 5, 3, 1);
        let branch = field(c, 12, 12, 8) | field(c, 6, 5, 6) | field(c, 2, 2, 5) | field(c, 11, 10, 3);
        let branch = signed(branch | field(c, 4, 3, 1), 9);
        let stack = field(c, 12, 12, 9) | field(c, 4, 3, 7) | field(c, 5, 5, 6) | field(c, 2, 2, 5);
        let stack = signed(stack | field(c, 6, 6, 4), 10);
        Some(match c >> 13 {
            0 => i(IMMEDIATE, six, rd, 0, rd),
            1 => j(signed(jump, 12), 1),
            2 => i(IMMEDIATE, six, 0, 0, rd),
            3 if six == 0 => return None,
            3 if rd == 2 => i(IMMEDIATE, stack, 2, 0, 2),
            3 => six << 12 | rd << 7 | LUI,
            4 => return arithmetic(c, six, zcb),
            5 => j(signed(jump, 12), 0),
            last => b(branch, 8 + field(c, 9, 7, 0), last & 1),
        })
    }

    /// The operations on eight registers.
    fn arithmetic(c: u32, six: u32, zcb: bool) -> Option<u32> {
        let (rd, rs2) = (8 + field(c, 9, 7, 0), 8 + field(c, 4, 2, 0));
        let long = c >> 12 & 1 == 1;
        let both = |funct7, funct3| r(REGISTERS, funct7, rs2, rd, funct3, rd);
        Some(match (c >> 10 & 3, c >> 5 & 3) {
            // a shift of a register of 32 bits has five bits
            (0 | 1, _) if long => return None,
            (0, _) => i(IMMEDIATE, field(c, 6, 2, 0), rd, 5, rd),
            (1, _) => i(IMMEDIATE, 0x400 | field(c, 6, 2, 0), rd, 5, rd),
            (2, _) => i(IMMEDIATE, six, rd, 7, rd),
            (_, 0) if !long => both(0x20, 0),
            (_, 1) if !long => both(0, 4),
            (_, 2) if !long => both(0, 6),
            (_, 3) if !long => both(0, 7),
            (_, 2) if zcb => both(1, 0),
            (_, 3) if zcb => match c >> 2 & 7 {
                0 => i(IMMEDIATE, 0xff, rd, 7, rd),
                1 => i(IMMEDIATE, 0x604, rd, 1, rd),
                2 => r(REGISTERS, 4, 0, rd, 4, rd),
                3 => i(IMMEDIATE, 0x605, rd, 1, rd),
                5 => i(IMMEDIATE, u32::MAX, rd, 4, rd),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn quadrant_2(c: u32) -> Option<u32> {
        let (rd, rs2, long) = (field(c, 11, 7, 0), field(c, 6, 2, 0), c >> 12 & 1 == 1);
        let load = field(c, 3, 2, 6) | field(c, 12, 12, 5) | field(c, 6, 4, 2);
        Some(match c >> 13 {
            0 if !long => i(IMMEDIATE, rs2, rd, 1, rd),
            2 if rd != 0 => i(LOAD, load, 2, 2, rd),
            4 if rs2 != 0 => r(REGISTERS, 0, rs2, if long { rd } else { 0 }, 0, rd),
            4 if rd != 0 => i(JALR, 0, rd, 0, u32::from(long)),
            4 if long => EBREAK,
            6 => s(field(c, 8, 7, 6) | field(c, 12, 9, 2), rs2, 2, 2),
            _ => return None,
        })
    }

    impl Machine for Decoder {
        type State = ();

        fn reset(_: &Config) {}

        fn comb(cfg: &Config, (): &(), i: &In, o: &mut Out) {
            o.is_compressed_o = i.instr_i & 3 != 3;
            let whole = if o.is_compressed_o { expand(i.instr_i & 0xffff, cfg.zcb == 1) } else { Some(i.instr_i) };
            o.illegal_instr_o = whole.is_none();
            o.instr_o = whole.unwrap_or_default();
            o.gets_expanded_o = 0;
        }

        fn clock(_: &Config, (): &mut (), _: &In) {}
    }

    bench!(Decoder, from files);
}
