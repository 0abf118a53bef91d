#!/usr/bin/env python3
"""Third-party CUDA programs on the simulator: cuda/programs.py RODINIA CUDA [PROGRAM...]

RODINIA is a folder with Rodinia's `cuda/` and `openmp/`, CUDA one with `include` and `nvvm` of a toolkit that clang 14 knows (tried: 11.8).
Nothing is fetched: both are the user's. Programs are built with clang into target/programs, unmodified, get inputs that are made here, and are run
functionally, under `simt` and under `stsimt4`. A program passes if it says and writes the same in all three modes, and if that is right: as the suite's
OpenMP version computes it on the host (REFERENCES), or by a check below. FAULTY programs read where nothing is, and must be told so.
"""
import math, os, pathlib, random, re, shutil, subprocess, sys, time

MODES = [["--functional"], ["--policy", "simt"], ["--policy", "stsimt4"]]
OUT = pathlib.Path("target/programs").absolute()
# what these programs use of OpenMP, which clang's CUDA mode does not find
OMP = """static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_max_threads(void) { return 1; }
static inline void omp_set_num_threads(int n) {}
static inline double omp_get_wtime(void) { return 0; }
"""
# times and addresses differ from run to run
VARIES = re.compile(r"(?i)time|\bsec|\bms\b|[0-9]+\.[0-9]+ *s\b|percent| %|memory")


def graph(folder):
    random.seed(1)
    edges = [[random.randrange(2048) for _ in range(random.randrange(2, 6))] for _ in range(2048)]
    lines, start = ["2048"], 0
    for of in edges:
        lines.append(f"{start} {len(of)}")
        start += len(of)
    lines += ["", "0", "", str(start)] + [f"{to} 1" for of in edges for to in of]
    (folder / "graph.txt").write_text("\n".join(lines) + "\n")
    level, front = {0: 0}, [0]
    while front:
        front = [to for node in front for to in edges[node] if to not in level and not level.update({to: level[node] + 1})]
    return {"result.txt": "".join(f"{n}) cost:{level.get(n, -1)}\n" for n in range(2048))}


def maps(folder):
    random.seed(2)
    for name, low, high in [("temp", 320, 340), ("power", 0, 0.01)]:
        (folder / name).write_text("".join(f"{random.uniform(low, high):.5f}\n" for _ in range(64 * 64)))
        (folder / (name + "3")).write_text("".join(f"{random.uniform(low, high):.5f}\n" for _ in range(64 * 64 * 2)))


def records(folder):
    random.seed(3)
    rows = [(random.uniform(7, 60), random.uniform(0, 120)) for _ in range(500)]
    (folder / "db").write_text("".join(f"1950  1  1 12 21 TESTING   {lat:5.1f} {lng:5.1f}    12.0   0   00\n"[:48] + "\n" for lat, lng in rows))
    (folder / "list").write_text("db\n")


def points(folder):
    random.seed(4)
    (folder / "points").write_text("".join(f"{n} " + " ".join(f"{random.random():.4f}" for _ in range(8)) + "\n" for n in range(512)))


def image(folder):
    random.seed(5)
    (folder / "data/srad").mkdir(parents=True)
    pixels = " ".join(str(random.randrange(1, 256)) for _ in range(64 * 64))
    (folder / "data/srad/image.pgm").write_text(f"P2\n64 64\n255\n{pixels}\n")


def floats(folder):
    random.seed(6)
    (folder / "floats").write_text("\n".join(f"{random.random():.6f}" for _ in range(4096)))


def numbers(text):
    return [float(word) for word in re.findall(r"-?[0-9]+\.?[0-9]*(?:[eE][-+]?[0-9]+)?", text)]


def close(one, other, tolerance):
    """The same words, and numbers within a tolerance, or within a thousandth."""
    one, other = one.split(), other.split()

    def same(a, b):
        try:
            return a == b or abs(float(a) - float(b)) <= max(tolerance, 1e-3 * abs(float(b)))
        except ValueError:
            return False

    return len(one) == len(other) and len(one) > 0 and all(same(a, b) for a, b in zip(one, other))


def no_mismatch(said, _):
    return "dismatch" not in said and "Verify" in said


def sorted_right(said, _):
    """hybridsort sorts on the host, too."""
    return "Checking result...PASSED" in said


def paths(said, _):
    """pathfinder prints its wall, a row a line, its first row again and the cheapest ways to each column."""
    rows = [[int(word) for word in line.split()] for line in said.splitlines() if re.fullmatch(r"([0-9]+ )+", line)]
    costs = rows[0]
    for row in rows[1:20]:
        costs = [cost + min(costs[max(0, at - 1) : at + 2]) for at, cost in enumerate(row)]
    return len(rows) == 22 and rows[21] == costs


def solved(said, _):
    """gaussian -s 16: b is all ones, and a[i][j] = 10 exp(-0.01 |i - j|)."""
    x = numbers(said.split("The final solution is:")[1])[:16]
    rows = [sum(10 * math.exp(-0.01 * abs(i - j)) * x[j] for j in range(16)) for i in range(16)]
    return all(abs(row - 1) < 1e-2 for row in rows)


def accurate(said, _):
    """hotspot3D computes on the host, too."""
    return numbers(said.split("Accuracy:")[1])[0] < 1e-3


def nearest(said, folder):
    places = [tuple(map(float, line.split()[6:8])) for line in (folder / "db").read_text().splitlines()]
    wanted = sorted(math.hypot(lat - 30, lng - 90) for lat, lng in places)[:5]
    found = [float(line.split("=")[1]) for line in said.splitlines() if "Distance=" in line]
    return len(found) == 5 and all(abs(a - b) < 1e-3 for a, b in zip(found, wanted))


def clustered(said, folder):
    """k-means of five clusters, from the first five points on, until no point moves."""
    points = [[float(word) for word in line.split()[1:]] for line in (folder / "points").read_text().splitlines()]
    centres, members = points[:5], []
    for _ in range(500):
        distances = [[sum((a - b) ** 2 for a, b in zip(point, centre)) for centre in centres] for point in points]
        before, members = members, [row.index(min(row)) for row in distances]
        groups = [[point for point, member in zip(points, members) if member == n] for n in range(5)]
        centres = [[sum(column) / len(group) for column in zip(*group)] if group else centre for group, centre in zip(groups, centres)]
        if before == members:
            break
    lines = [line.split(":")[1].split() for line in said.splitlines() if re.match(r"[0-9]+: ", line)]
    return len(lines) == 5 and all(abs(float(word) - value) < 0.011 for line, centre in zip(lines, centres) for word, value in zip(line, centre))


def learned(said, _):
    """The driver of backprop trains a net on the device, and another one like it on the host."""
    return numbers(said.split("largest difference")[1])[0] < 1e-3


# gaussian keeps its solution to itself: this says what it is, when the program has ended
SAYS = """#include <stdio.h>
extern float *finalVec;
__attribute__((destructor)) static void says(void) {
  printf("The final solution is:");
  for (int i = 0; i < 16; i++) printf(" %g", finalVec[i]);
  printf("\\n");
}
"""
# backprop leaves nothing behind: this calls both of its ways to train, and compares what they make
# of the weights
BACKPROP = """#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "backprop.h"
void bpnn_train_cuda(BPNN *, float *, float *);
static BPNN *made(void) {
  srand(7);
  BPNN *net = bpnn_create(1024, 16, 1);
  for (int i = 1; i <= 1024; i++) net->input_units[i] = (float)rand() / RAND_MAX / 512;
  net->target[1] = 0.5f;
  return net;
}
int setup(int argc, char **argv) {
  BPNN *device = made(), *host = made();
  float a, b, most = 0, moved = 0;
  bpnn_train_cuda(device, &a, &b);
  BPNN *fresh = made();
  bpnn_train(host, &a, &b);
  for (int i = 0; i <= 1024; i++) for (int j = 1; j <= 16; j++) {
    most = fmaxf(most, fabsf(device->input_weights[i][j] - host->input_weights[i][j]));
    moved = fmaxf(moved, fabsf(fresh->input_weights[i][j] - host->input_weights[i][j]));
  }
  printf("largest difference %g\\n", moved > 0 ? most : 1);
  return 0;
}
"""

LAVA = ["main.c", "util/num/num.c", "util/timer/timer.c"]
# name: folder, sources, arguments, what makes the inputs (and gives files that are expected), what
# is expected of the output, flags
PROGRAMS = {
    "bfs": ("bfs", ["bfs.cu"], "graph.txt", graph, None, []),
    "nw": ("nw", ["needle.cu"], "128 10", None, None, ["-DTRACEBACK"]),
    "pathfinder": ("pathfinder", ["pathfinder.cu"], "1000 20 5", None, paths, ["-DBENCH_PRINT"]),
    "gaussian": ("gaussian", ["gaussian.cu", str(OUT / "says.cpp")], "-s 16", None, solved, []),
    "hotspot": ("hotspot", ["hotspot.cu"], "64 2 2 temp power out.txt", maps, None, []),
    "hotspot3D": ("hotspot3D", ["3D.cu"], "64 2 2 power3 temp3 out.txt", maps, accurate, []),
    "lud": ("lud/cuda", ["lud.cu", "lud_kernel.cu", "../common/common.c"], "-s 64 -v", None, no_mismatch, ["-I../common"]),
    "backprop": ("backprop", ["backprop_cuda.cu", "backprop.c", str(OUT / "train.c")], "", None, learned, []),
    "srad_v1": ("srad/srad_v1", ["main.cu"], "2 0.5 64 64", image, None, []),
    "srad_v2": ("srad/srad_v2", ["srad.cu"], "64 64 0 31 0 31 0.5 2", None, None, []),
    "nn": ("nn", ["nn_cuda.cu"], "list -r 5 -lat 30 -lng 90", records, nearest, []),
    "lavaMD": ("lavaMD", LAVA + ["util/device/device.cu", "kernel/kernel_gpu_cuda_wrapper.cu"], "-boxes1d 2", None, None, ["-DOUTPUT"]),
    "streamcluster": ("streamcluster", ["streamcluster_cuda.cu", "streamcluster_cuda_cpu.cpp"], "3 6 8 256 256 100 none out.txt 1", None, None, []),
    "hybridsort": ("hybridsort", ["main.cu", "bucketsort.cu", "mergesort.cu"], "floats", floats, sorted_right, ["-DVERIFY"]),
    "kmeans": ("kmeans", ["kmeans_cuda.cu", "cluster.c", "getopt.c", "kmeans.c", "kmeans_clustering.c", "rmse.c"], "-i points -o", points, clustered, []),
}


# name: folder, sources and arguments of the OpenMP version, and the file that it writes
REFERENCES = {
    "nw": ("nw", ["needle.cpp"], "128 10 1", "result.txt"),
    "hotspot": ("hotspot", ["hotspot_openmp.cpp"], "64 64 2 1 temp power out.txt", "out.txt"),
    "srad_v1": ("srad/srad_v1", ["main.c"], "2 0.5 64 64 1", "image_out.pgm"),
    "lavaMD": ("lavaMD", LAVA + ["kernel/kernel_cpu.c"], "-cores 1 -boxes1d 2", "result.txt"),
    "streamcluster": ("streamcluster", ["streamcluster_omp.cpp"], "3 6 8 256 256 100 none out.txt 1", "out.txt"),
}
# what a program does wrong on any GPU, and what must be said of it
FAULTY = {"srad_v2": "bytes before `cudaMalloc`"}
# lavaMD draws numbers that depend on the time
TIME = "long time(long *to) { if (to) *to = 7; return 7; }\n"


def build(name, rodinia, cuda, libraries):
    folder, sources, _, _, _, flags = PROGRAMS[name]
    objects = [str(OUT / "time.o")]
    for source in sources:
        target = OUT / f"{name}-{pathlib.Path(source).name}.o"
        to = ["-I.", f"-I{OUT}", f"-I{cuda}/include", *flags, "-w", "-O2", "-c", source, "-o", str(target)]
        if source.endswith(".cu"):
            command = ["clang++-14", "-x", "cuda", f"--cuda-path={cuda}", "--cuda-gpu-arch=sm_60", "-Wno-unknown-cuda-version"] + to
        else:
            command = ["g++" if source.endswith(".cpp") else "gcc"] + to
        subprocess.run(command, cwd=rodinia / "cuda" / folder, check=True, capture_output=True)
        objects.append(str(target))
    subprocess.run(["g++", *objects, f"-L{libraries}", "-l:libcudart.so.11.0", "-lm", "-o", str(OUT / name)], check=True, capture_output=True)


def prepared(name):
    """A folder to run in, below the one with the inputs, and files that are expected."""
    top = OUT / f"{name}-run"
    shutil.rmtree(top, ignore_errors=True)
    folder = top / "a/b/c"
    folder.mkdir(parents=True)
    make = PROGRAMS[name][3]
    return folder, (make(top if make is image else folder) if make else None) or {}


def reference(name, rodinia):
    """What the OpenMP version computes of the same inputs; none if the program has no such version."""
    if name not in REFERENCES:
        return None
    source, sources, arguments, result = REFERENCES[name]
    program, flags = OUT / f"{name}-openmp", PROGRAMS[name][5]
    compiler = "g++" if sources[0].endswith(".cpp") else "gcc"
    command = [compiler, "-O2", "-fopenmp", "-w", "-I.", *flags, *sources, str(OUT / "time.o"), "-o", str(program), "-lm", "-lpthread"]
    subprocess.run(command, cwd=rodinia / "openmp" / source, check=True, capture_output=True)
    folder, _ = prepared(name)
    subprocess.run([str(program), *arguments.split()], cwd=folder, capture_output=True, timeout=300)
    return (folder / result).read_text(errors="replace")


def agrees(name, wanted, left):
    """Whether a run left what the OpenMP version did; headlines differ."""
    result = REFERENCES[name][3]
    found = left.get(result, b"").decode(errors="replace")
    # a pixel may be rounded the other way
    return close(*(text.replace("GPU", "CPU") for text in (found, wanted)), 1 if result.endswith("pgm") else 1e-3)


def run(name, heddle, mode, wanted):
    _, _, arguments, _, expected, _ = PROGRAMS[name]
    folder, files = prepared(name)
    there = set(os.listdir(folder))
    start = time.time()
    ran = subprocess.run([heddle, "run", *mode, "--", str(OUT / name), *arguments.split()], cwd=folder, capture_output=True, timeout=900)
    seconds = time.time() - start
    said = ran.stdout.decode(errors="replace")
    left = {file: (folder / file).read_bytes() for file in sorted(set(os.listdir(folder)) - there)}
    errors = ran.stderr.decode(errors="replace")
    if name in FAULTY:
        good = FAULTY[name] in errors
    else:
        good = ran.returncode == 0 and all(left.get(file, b"").decode() == text for file, text in files.items())
        good = good and "not supported" not in errors and "no kernel" not in errors and "a launch failed" not in errors
        good = good and (expected is None or expected(said, folder)) and (wanted is None or agrees(name, wanted, left))
    said = "\n".join(line for line in said.splitlines() if not VARIES.search(line))
    return good, (said, left), seconds, errors


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rodinia, cuda = (pathlib.Path(path).absolute() for path in sys.argv[1:3])
    heddle = os.environ.get("HEDDLE", str(pathlib.Path("target/release/heddle").absolute()))
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "omp.h").write_text(OMP)
    # hybridsort includes a header of OpenGL's and uses nothing of it
    (OUT / "GL").mkdir(exist_ok=True)
    (OUT / "GL/glew.h").write_text("")
    (OUT / "train.c").write_text(BACKPROP)
    (OUT / "says.cpp").write_text(SAYS)
    (OUT / "time.c").write_text(TIME)
    subprocess.run(["gcc", "-c", str(OUT / "time.c"), "-o", str(OUT / "time.o")], check=True)
    libraries = OUT / "libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    subprocess.run([heddle, "run", "--libraries", str(libraries)], check=True)
    passed = 0
    names = sys.argv[3:] or list(PROGRAMS)
    for name in names:
        try:
            build(name, rodinia, cuda, libraries)
            wanted = reference(name, rodinia)
        except subprocess.CalledProcessError as error:
            print(f"{name}: not built: {error.stderr.decode(errors='replace').splitlines()[0]}")
            continue
        results = [run(name, heddle, mode, wanted) for mode in MODES]
        same = all(result[1] == results[0][1] for result in results)
        times = ", ".join(f"{result[2]:.2f} s" for result in results)
        good = all(result[0] for result in results) and same
        passed += good
        notes = ", its fault is found" * (name in FAULTY) + (", what it says or writes differs" * (not same))
        print(f"{name}: {'passed' if good else 'FAILED'} ({times}){notes}")
        if not good:
            print("\n".join(results[0][3].splitlines()[:6]))
    print(f"{passed} of {len(names)} programs pass")
    sys.exit(passed != len(names))


if __name__ == "__main__":
    main()
