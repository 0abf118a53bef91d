#!/usr/bin/env python3
"""Constants as ptxas folds them: ptxas.py PTXAS NVDISASM [COUNT [PATTERN]] prints a table, COUNT (24) rows an operation at most.

With --into FILE the table is written there, an operation at a time, and a run that was interrupted goes on where it was.
PTXAS and NVDISASM are paths; PyPI has both (nvidia-cuda-nvcc-cu12 12.9.86, nvidia-cuda-nvdisasm 13.5.37). PATTERN, a regular
expression, chooses operations. Each is compiled with constant operands, and its results are read back from the stores of the
machine code: what ptxas has folded, through the moves that are left. Of instructions that it leaves, sums and products of
integers and LOP3 are computed here, with the carry flags that it gives them; any other makes a row that is not judged.
"""

import argparse
import random
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

TARGET = "sm_75"
CHUNK = 2500
M32 = 0xFFFFFFFF
U, S, F = ["u16", "u32", "u64"], ["s16", "s32", "s64"], ["f32", "f64"]
NARROW = ["u8", "s8"]
# mantissa and exponent bits
FLOATS = {"f16": (10, 5), "f32": (23, 8), "f64": (52, 11)}


def width(ty):
    """Bits of a register of this type."""
    return max(16, int(re.sub(r"\D", "", ty)))


def operations():
    """Yields (text, type of d, types of a, b, c and e)."""
    for t in U + S:
        for name in "add sub mul.lo mul.hi div rem min max".split():
            yield f"{name}.{t} d, a, b;", t, [t, t]
        for name in "mad.lo mad.hi sad".split():
            yield f"{name}.{t} d, a, b, c;", t, [t, t, t]
        yield f"shr.{t} d, a, b;", t, [t, "u32"]
        if t != "u64" and t != "s64":
            wide = t[0] + str(2 * width(t))
            yield f"mul.wide.{t} d, a, b;", wide, [t, t]
            yield f"mad.wide.{t} d, a, b, c;", wide, [t, t, wide]
    for t in S:
        yield f"abs.{t} d, a;", t, [t]
        yield f"neg.{t} d, a;", t, [t]
    for t in "u32", "s32":
        for part in "lo", "hi":
            yield f"mul24.{part}.{t} d, a, b;", t, [t, t]
            yield f"mad24.{part}.{t} d, a, b, c;", t, [t, t, t]
    for name in "add.sat", "sub.sat":
        yield f"{name}.s32 d, a, b;", "s32", ["s32"] * 2
    for name in "mad.hi.sat", "mad24.hi.sat":
        yield f"{name}.s32 d, a, b, c;", "s32", ["s32"] * 3
    yield from carries()
    yield from bits()
    yield from floats()
    yield from comparisons()
    yield from conversions()


def carries():
    for t in "u32", "s32", "u64":
        for first in "add.cc.{} x, a, b;", "sub.cc.{} x, a, b;", "mad.lo.cc.{} x, a, b, c;", "mad.hi.cc.{} x, a, b, c;":
            for then in "addc.{} d, c, e;", "subc.{} d, c, e;", "madc.lo.{} d, a, c, e;", "madc.hi.{} d, a, c, e;":
                yield first.format(t) + " " + then.format(t), t, [t] * 4
        for first in "add", "sub":
            for then in "addc", "subc":
                for last in "addc", "subc":
                    yield f"{first}.cc.{t} x, a, b; {then}.cc.{t} x, c, e; {last}.{t} d, a, c;", t, [t] * 4


def bits():
    for t in "b16", "b32", "b64":
        for name in "and", "or", "xor":
            yield f"{name}.{t} d, a, b;", t, [t, t]
        for name in "not", "cnot":
            yield f"{name}.{t} d, a;", t, [t]
        yield f"shl.{t} d, a, b;", t, [t, "u32"]
    for t in "b32", "b64":
        yield f"brev.{t} d, a;", t, [t]
        for name in "popc", "clz":
            yield f"{name}.{t} d, a;", "u32", [t]
        yield f"bfi.{t} d, a, b, c, e;", t, [t, t, "u32", "u32"]
    for t in "u32", "u64", "s32", "s64":
        yield f"bfe.{t} d, a, b, c;", t, [t, "u32", "u32"]
        for name in "bfind", "bfind.shiftamt":
            yield f"{name}.{t} d, a;", "u32", [t]
    for mode in "wrap", "clamp":
        for side in "l", "r":
            yield f"shf.{side}.{mode}.b32 d, a, b, c;", "b32", ["b32", "b32", "u32"]
        yield f"bmsk.{mode}.b32 d, a, b;", "b32", ["u32", "u32"]
        for t in "u32", "s32":
            yield f"szext.{mode}.{t} d, a, b;", t, [t, "u32"]
    yield "fns.b32 d, a, b, c;", "b32", ["b32", "u32", "s32"]
    for mode in "", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16":
        yield f"prmt.b32{mode} d, a, b, c;", "b32", ["b32"] * 3
    for table in 0xE8, 0x96, 0x1B, 0x2A, 0xD0:
        yield f"lop3.b32 d, a, b, c, {table};", "b32", ["b32"] * 3
    for a in "u32", "s32":
        for b in "u32", "s32":
            t = "u32" if a == b == "u32" else "s32"
            for name in "dp4a", "dp2a.lo", "dp2a.hi":
                yield f"{name}.{a}.{b} d, a, b, c;", t, [a, b, t]


def floats():
    for t in F + ["f16"]:
        for ftz in ["", ".ftz"] if t != "f64" else [""]:
            for sat in ["", ".sat"] if t != "f64" else [""]:
                for round in [".rn", ".rz", ".rm", ".rp"] if t != "f16" else [".rn"]:
                    for name in "add", "sub", "mul":
                        yield f"{name}{round}{ftz}{sat}.{t} d, a, b;", t, [t, t]
                    yield f"fma{round}{ftz}{sat}.{t} d, a, b, c;", t, [t, t, t]
                    if not sat and t != "f16":
                        yield f"div{round}{ftz}.{t} d, a, b;", t, [t, t]
                        for name in "rcp", "sqrt":
                            yield f"{name}{round}{ftz}.{t} d, a;", t, [t]
            if t != "f16":
                for name in "min", "max":
                    yield f"{name}{ftz}.{t} d, a, b;", t, [t, t]
            for name in "abs", "neg":
                yield f"{name}{ftz}.{t} d, a;", t, [t]
    for t in F:
        yield f"copysign.{t} d, a, b;", t, [t, t]
        for kind in "finite", "infinite", "number", "notanumber", "normal", "subnormal":
            yield f"testp.{kind}.{t} P, a; selp.b32 d, 1, 0, P;", "u32", [t]


def comparisons():
    ordered = "eq ne lt le gt ge".split()
    for t in F + ["f32.ftz"]:
        ty, ftz = t[:3], t[3:]
        for name in ordered + "equ neu ltu leu gtu geu num nan".split():
            yield f"setp.{name}{ftz}.{ty} P, a, b; selp.b32 d, 1, 0, P;", "u32", [ty, ty]
        yield f"set.lt{ftz}.u32.{ty} d, a, b;", "u32", [ty, ty]
        yield f"set.geu{ftz}.f32.{ty} d, a, b;", "f32", [ty, ty]
    for t in U + S:
        for name in ordered + ["lo", "ls", "hi", "hs"] * (t[0] == "u"):
            yield f"setp.{name}.{t} P, a, b; selp.b32 d, 1, 0, P;", "u32", [t, t]
        yield f"set.lt.f32.{t} d, a, b;", "f32", [t, t]
    for t in "b16", "b32", "b64", "f32", "f64":
        yield f"slct.{t}.s32 d, a, b, c;", t, [t, t, "s32"]
        for ftz in "", ".ftz":
            yield f"slct{ftz}.{t}.f32 d, a, b, c;", t, [t, t, "f32"]


def conversions():
    integers = NARROW + [t for pair in zip(U, S) for t in pair]
    for to in integers:
        for source in integers:
            if to != source:
                yield f"cvt.{to}.{source} d, a;", to, [source]
            # there is none where every number fits
            size = int(to[1:]) - int(source[1:])
            if to != source and (size < 0 or to[0] != source[0] and (size == 0 or to[0] == "u")):
                yield f"cvt.sat.{to}.{source} d, a;", to, [source]
    for source in ["f16"] + F:
        for ftz in ["", ".ftz"] if source == "f32" else [""]:
            for round in "rni", "rzi", "rmi", "rpi":
                yield f"cvt.{round}{ftz}.{source}.{source} d, a;", source, [source]
                for to in integers:
                    yield f"cvt.{round}{ftz}.{to}.{source} d, a;", to, [source]
            if source != "f16":
                yield f"cvt.sat{ftz}.{source}.{source} d, a;", source, [source]
                yield f"cvt.rzi.sat{ftz}.{source}.{source} d, a;", source, [source]
    for round in "rn", "rz", "rm", "rp":
        for to in ["f16"] + F:
            for source in integers:
                yield f"cvt.{round}.{to}.{source} d, a;", to, [source]
        for ftz in "", ".ftz":
            yield f"cvt.{round}{ftz}.f32.f64 d, a;", "f32", ["f64"]
        if round in ("rn", "rz"):
            yield f"cvt.{round}.f16.f32 d, a;", "f16", ["f32"]
    yield "cvt.rn.f16.f64 d, a;", "f16", ["f64"]
    yield "cvt.rn.sat.f32.f64 d, a;", "f32", ["f64"]
    for ftz in "", ".ftz":
        yield f"cvt{ftz}.f64.f32 d, a;", "f64", ["f32"]
        yield f"cvt{ftz}.f32.f16 d, a;", "f32", ["f16"]
    yield "cvt.f64.f16 d, a;", "f64", ["f16"]


def encoded(ty, value):
    """The bits of a number in a floating-point format, as near as there is one."""
    code = {"f16": "<e", "f32": "<f", "f64": "<d"}[ty]
    limit = 65504.0 if ty == "f16" else value
    return int.from_bytes(struct.pack(code, max(min(value, limit), -limit) if ty == "f16" else value), "little")


def operand(ty, draw, earlier):
    """A number at an end of the range, near one, like an earlier operand, or any."""
    size = width(ty)
    ones = (1 << size) - 1
    kind = draw.randrange(10)
    if kind == 0 and earlier:
        return (draw.choice(earlier) + draw.choice([0, 0, 1, -1])) & ones
    if ty in FLOATS:
        mantissa, exponent = FLOATS[ty]
        infinity = ((1 << exponent) - 1) << mantissa
        one = (infinity >> 1) & ~((1 << mantissa) - 1)
        sign = draw.getrandbits(1) << (size - 1)
        payload = draw.getrandbits(mantissa) | 1
        ends = [0, 1, (1 << mantissa) - 1, 1 << mantissa, infinity - 1, infinity, infinity | 1, infinity | payload, one, one - 1, one + 1]
        if kind < 3:
            return sign | draw.choice(ends)
        if kind == 3:
            return sign | draw.getrandbits(mantissa)
        if kind < 8:
            power = 2.0 ** draw.randrange(0, 65) + draw.choice([-1, -0.5, 0, 0.5, 1])
            return sign ^ encoded(ty, draw.choice([draw.uniform(-4, 4), draw.randrange(-600, 600) / 2, power, power]))
        return draw.getrandbits(size)
    top = 1 << draw.choice([size - 1, size - 1, 7, 15, draw.randrange(size)])
    small = draw.choice([0, 1, -1, 31, 32, 33, 63, 64, 65, 255, 256, 257])
    number = [small, draw.randrange(40), draw.randrange(-70, 70), top + draw.randrange(-1, 2), -top]
    return (number[kind // 2] if kind < 9 else draw.getrandbits(size)) & ones


def kind(ty, x):
    """The kind of an operand: NaN, infinity, zero, subnormal or normal, with its sign; the least and greatest integers, or a sign."""
    bits = int(re.sub(r"\D", "", ty))
    sign = x >> bits - 1 & 1
    if ty not in FLOATS:
        return x if x in (0, 1, (1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1) else -1 - sign
    mantissa, exponent = FLOATS[ty]
    low, high = x & (1 << mantissa) - 1, x >> mantissa & (1 << exponent) - 1
    if high == (1 << exponent) - 1:
        return "NaN" if low else ("infinity", sign)
    return ("normal" if high else "subnormal" if low else "zero", sign)


def module(text, to, sources, rows):
    """A kernel that stores the results of all rows, eight bytes apart."""
    size = width(to)
    lines = [f".version 8.0\n.target {TARGET}\n.address_size 64\n.visible .entry k(.param .u64 out) {{\n.reg .b64 %out; ld.param.u64 %out, [out];"]
    for n, row in enumerate(rows):
        constants = "".join(f" .reg .b{width(t)} {name}; mov.b{width(t)} {name}, {v:#x};" for name, t, v in zip("abce", sources, row))
        store = f"st.global.b{size} [%out+{8 * n}], d;"
        if size == 16:
            store = f".reg .b32 y; cvt.u32.u16 y, d; st.global.b32 [%out+{8 * n}], y;"
        lines.append(f"{{ .reg .pred P; .reg .b{width(sources[0])} x; .reg .b{size} d;{constants} {text} {store} }}")
    return "\n".join(lines + ["ret; }"])


class Code:
    """Straight-line machine code over constants: what each register holds, None where that is not known."""

    def __init__(self):
        self.known = {"RZ": 0, "URZ": 0, "PT": 1, "UPT": 1}
        self.memory = {}

    def read(self, name):
        name = name.replace(".reuse", "").strip()
        if re.fullmatch(r"-?0x[0-9a-f]+", name):
            return int(name, 16) & M32
        if name[:1] in "-~!":
            value = self.read(name[1:])
            return None if value is None else {"-": -value & M32, "~": ~value & M32, "!": 1 - value}[name[0]]
        return self.known.get(name)

    def pair(self, name):
        """The number in a register and the next one."""
        name = name.replace(".reuse", "")
        low = self.read(name)
        high = 0 if name in ("RZ", "URZ") else self.read(re.sub(r"\d+$", lambda n: str(int(n[0]) + 1), name))
        return None if low is None or high is None else high << 32 | low

    def write(self, name, value):
        if name not in ("RZ", "URZ", "PT", "UPT"):
            self.known[name] = value

    def write_pair(self, name, value):
        self.write(name, None if value is None else value & M32)
        if name[-1].isdigit():
            self.write(re.sub(r"\d+$", lambda n: str(int(n[0]) + 1), name), None if value is None else value >> 32 & M32)

    def sum(self, words, carries):
        """A sum of words, -word as ~word and one more, and its carry out, which is sure for two words only."""
        values, more = [], 0
        for word in words:
            minus = word.startswith("-") and not word.startswith("-0x")
            value = self.read("~" + word[1:] if minus else word)
            values.append(value)
            # a negated register brings a carry of its own
            more += minus
        flags = [self.read(carry) for carry in carries]
        if None in values or None in flags:
            return None, None
        total = sum(values) + sum(flags) + more
        return total & M32, total >> 32 if total >> 32 < 2 else None

    def step(self, guard, name, arguments):
        base, *kinds = name.split(".")
        base = base[1:] if base in ("UMOV", "UIADD3", "UIMAD", "ULOP3") else base
        a = arguments
        if base == "STG":
            self.store(kinds, a)
            return
        if guard:
            self.forget(a)
        elif base in ("MOV", "R2UR") or (base == "IMAD" and kinds[:1] in (["MOV"], ["U32"]) and a[1] == a[2] == "RZ"):
            self.write(a[0], self.read(a[-1]))
        elif base == "CS2R":
            self.write(a[0], 0) if kinds == ["32"] else self.write_pair(a[0], 0)
        elif base == "HFMA2" and a[1:3] == ["-RZ", "RZ"]:
            half = [encoded("f16", float(x.lower().replace("+qnan", "nan"))) for x in a[3:5]]
            self.write(a[0], half[0] << 16 | half[1] if "nan" not in "".join(a).lower() and "inf" not in "".join(a).lower() else None)
        elif base == "IADD3":
            self.add(kinds, a)
        elif base == "IMAD":
            self.product(kinds, a)
        elif base == "LOP3" and len(a) == 6 and a[5] == "!PT":
            words = [self.read(x) for x in a[1:4]]
            self.write(a[0], None if None in words else lop3(int(a[4], 16), *words))
        else:
            self.forget(a)

    def add(self, kinds, a):
        flags = [x for x in a[1:3] if re.fullmatch(r"U?P[\dT]", x)]
        rest = a[1 + len(flags):]
        carries = rest[3:] if "X" in kinds else []
        total, carry = self.sum(rest[:3], carries)
        self.write(a[0], total)
        for n, flag in enumerate(flags):
            self.write(flag, carry if n == 0 and len(flags) == 1 else None)

    def product(self, kinds, a):
        """A product and a sum: of words or, for the upper word or both, with a pair of registers."""
        flags = [x for x in a[1:2] if re.fullmatch(r"U?P[\dT]", x)]
        rest = a[1 + len(flags):]
        signed = not any(kind.startswith("U32") for kind in kinds) and ("WIDE" in kinds or "HI" in kinds)
        long = "WIDE" in kinds or "HI" in kinds
        factors = [self.read(x) for x in rest[:2]]
        addend = self.pair(rest[2]) if long else self.read(rest[2])
        carries = [self.read(x) for x in rest[3:]] if "X" in kinds else []
        plain = not any(re.match(r"[-~][RU]", x) for x in rest[:3])
        if None in factors + [addend] + carries or not plain or len(carries) > 1 or (flags and signed):
            self.forget(a)
            return
        if signed:
            factors = [x - (x >> 31 << 32) for x in factors]
        size = 64 if long else 32
        total = (factors[0] * factors[1] & (1 << size) - 1) + addend + sum(carries)
        if "WIDE" in kinds:
            self.write_pair(a[0], total & (1 << 64) - 1)
        else:
            self.write(a[0], total >> 32 & M32 if long else total & M32)
        for flag in flags:
            self.write(flag, total >> size)

    def forget(self, a):
        for name in a[:3]:
            if re.fullmatch(r"U?R\d+", name):
                for n in range(4 if name is a[0] else 0):
                    self.write(re.sub(r"\d+$", lambda m: str(int(m[0]) + n), name), None)
            elif re.fullmatch(r"U?P\d", name):
                self.write(name, None)

    def store(self, kinds, a):
        offset = re.search(r"\+(0x[0-9a-f]+)\]", a[0])
        at = int(offset[1], 16) if offset else 0
        register = a[1].replace(".reuse", "")
        for n in range(4 if "128" in kinds else 2 if "64" in kinds else 1):
            name = register if register == "RZ" else f"R{int(register[1:]) + n}"
            self.memory[at + 4 * n] = self.read(name)


def lop3(table, a, b, c):
    word = 0
    for n in range(8):
        if table >> n & 1:
            word |= (a if n & 4 else ~a) & (b if n & 2 else ~b) & (c if n & 1 else ~c)
    return word & M32


def folded(tools, text, to, sources, rows):
    """The results of rows, None where there is no constant; or ptxas's error."""
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = Path(folder, "k.ptx"), Path(folder, "k.cubin")
        ptx.write_text(module(text, to, sources, rows))
        run = subprocess.run([tools[0], "-arch", TARGET, ptx, "-o", cubin], capture_output=True, text=True)
        if run.returncode:
            return run.stderr.splitlines()[0]
        machine = subprocess.run([tools[1], "-c", cubin], check=True, capture_output=True, text=True).stdout
    code = Code()
    # behind a branch, which way it went is not known; the last one is never reached
    machine = re.split(r"^.* (?:EXIT|BRA|CALL)\b", machine, maxsplit=1, flags=re.M)[0]
    # a remark stands behind an instruction that spills a register
    for guard, name, arguments in re.findall(r"^\s+/\*[0-9a-f]+\*/\s+(@!?U?P\w+ )?([A-Z][\w.]*) ?(.*?)\s*(?:\(\*.*\*\))? ?;", machine, flags=re.M):
        code.step(guard, name, [x.strip() for x in arguments.split(",")])
    results = []
    for n in range(len(rows)):
        low, high = code.memory.get(8 * n), code.memory.get(8 * n + 4)
        if width(to) == 64:
            low = None if low is None or high is None else high << 32 | low
        results.append(low)
    return results


def judged(tools, count, operation):
    """The operation's lines of the table."""
    text, to, sources = operation
    draw = random.Random(text)
    found, drawn = [], 0
    while len(found) < count and drawn < 4 * count:
        rows = []
        for _ in range(min(CHUNK, max(240, count))):
            row = []
            for t in sources:
                row.append(operand(t, draw, [x & (1 << width(t)) - 1 for x in row]))
            rows.append(row)
        results = folded(tools, text, to, sources, rows)
        if isinstance(results, str):
            print(f"{text} {results}", file=sys.stderr)
            return []
        drawn += len(rows)
        found += [row + [result] for row, result in zip(rows, results) if result is not None]
        if len(found) < drawn / 50:
            break
    # rows whose operands are of other kinds than those of all before come first
    kinds, first, rest = set(), [], []
    for row in found:
        of = tuple(kind(t, x) for t, x in zip(sources, row))
        (rest if of in kinds else first).append(row)
        kinds.add(of)
    found = (first + rest)[:count]
    return [f"{text} {to} {' '.join(sources)}"] + [" " + " ".join(f"{x:x}" for x in row) for row in found]


def kept(path, head):
    """Makes the file a table with this head, of the operations that are whole in it, and returns their texts."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    starts = [n for n, line in enumerate(lines) if line[0] not in "# "]
    # of the last one rows may be missing
    end = starts[-1] if "".join(lines).startswith(head) and starts else 0
    path.write_text("".join(lines[:end]) or head)
    return {lines[n].rsplit("; ", 1)[0] + ";" for n in starts if n < end}


def main():
    reader = argparse.ArgumentParser(usage=__doc__)
    reader.add_argument("tools", nargs=2)
    reader.add_argument("count", nargs="?", type=int, default=24)
    reader.add_argument("pattern", nargs="?", default="")
    reader.add_argument("--into", type=Path)
    asked = reader.parse_args()
    release = [subprocess.run([tool, "--version"], capture_output=True, text=True).stdout.splitlines()[-2] for tool in asked.tools]
    words = " ".join(str(word) for word in ("ptxas.py PTXAS NVDISASM", asked.count, asked.pattern) if word)
    head = f"# What `{words}` printed. ptxas: {release[0]}; nvdisasm: {release[1]}; target {TARGET}.\n"
    head += "# An operation, the types of d and of a, b, c, e; below it rows of their bits, the result last. Without rows: ptxas does not fold it.\n"
    done = kept(asked.into, head) if asked.into else set()
    chosen = [o for o in operations() if re.search(asked.pattern, o[0]) and o[0] not in done]
    with asked.into.open("a") if asked.into else nullcontext(sys.stdout) as table, ThreadPoolExecutor(2) as pool:
        print("" if asked.into else head, end="", file=table)
        for lines in pool.map(lambda operation: judged(asked.tools, asked.count, operation), chosen):
            print("".join(line + "\n" for line in lines), end="", flush=True, file=table)


main()
