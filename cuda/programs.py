#!/usr/bin/env python3
"""Third-party CUDA programs on the simulator: cuda/programs.py RODINIA CUDA [PROGRAM...]

RODINIA is a folder with Rodinia's `cuda/`, CUDA one with `include` and `nvvm` of a toolkit that clang 14 knows (tried: 11.8). Nothing is fetched: both are
the user's. Programs are built with clang into target/programs, unmodified, get inputs that are made here, and are run functionally, under `simt` and under
`stsimt4`. A program passes if what it says and writes is what is expected, where a line below says what that is, and the same in all three.
"""
import os, pathlib, random, re, shutil, subprocess, sys, time

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


def no_mismatch(text):
    return "dismatch" not in text and "Verify" in text


# name: folder, sources, arguments, what makes the inputs (and gives files that are expected), what is expected of the output, include folders
PROGRAMS = {
    "bfs": ("bfs", ["bfs.cu"], "graph.txt", graph, None, []),
    "nw": ("nw", ["needle.cu"], "128 10", None, None, []),
    "pathfinder": ("pathfinder", ["pathfinder.cu"], "1000 20 5", None, None, []),
    "gaussian": ("gaussian", ["gaussian.cu"], "-s 16", None, None, []),
    "hotspot": ("hotspot", ["hotspot.cu"], "64 2 2 temp power out.txt", maps, None, []),
    "hotspot3D": ("hotspot3D", ["3D.cu"], "64 2 2 power3 temp3 out.txt", maps, None, []),
    "lud": ("lud/cuda", ["lud.cu", "lud_kernel.cu", "../common/common.c"], "-s 64 -v", None, no_mismatch, ["../common"]),
    "backprop": ("backprop", ["backprop_cuda.cu", "backprop.c", "facetrain.c", "imagenet.c"], "1024", None, None, []),
    "srad_v1": ("srad/srad_v1", ["main.cu"], "2 0.5 64 64", None, None, []),
    "srad_v2": ("srad/srad_v2", ["srad.cu"], "64 64 0 31 0 31 0.5 2", None, None, []),
    "nn": ("nn", ["nn_cuda.cu"], "list -r 5 -lat 30 -lng 90", records, None, []),
    "lavaMD": ("lavaMD", ["kernel/kernel_gpu_cuda_wrapper.cu", "main.c", "util/num/num.c", "util/timer/timer.c", "util/device/device.cu"], "-boxes1d 2", None, None, []),
    "streamcluster": ("streamcluster", ["streamcluster_cuda.cu", "streamcluster_cuda_cpu.cpp"], "3 6 8 256 256 100 none out.txt 1", None, None, []),
    "kmeans": ("kmeans", ["kmeans_cuda.cu", "cluster.c", "getopt.c", "kmeans.c", "kmeans_clustering.c", "rmse.c"], "-i points -o", points, None, []),
}


def build(name, rodinia, cuda, libraries):
    folder, sources, _, _, _, include = PROGRAMS[name]
    objects = []
    for source in sources:
        target = OUT / f"{name}-{pathlib.Path(source).name}.o"
        to = ["-I.", f"-I{OUT}", f"-I{cuda}/include"] + [f"-I{i}" for i in include] + ["-w", "-O2", "-c", source, "-o", str(target)]
        if source.endswith(".cu"):
            command = ["clang++-14", "-x", "cuda", f"--cuda-path={cuda}", "--cuda-gpu-arch=sm_60", "-Wno-unknown-cuda-version"] + to
        else:
            command = ["g++" if source.endswith(".cpp") else "gcc"] + to
        subprocess.run(command, cwd=rodinia / "cuda" / folder, check=True, capture_output=True)
        objects.append(str(target))
    subprocess.run(["g++", *objects, f"-L{libraries}", "-l:libcudart.so.11.0", "-lm", "-o", str(OUT / name)], check=True, capture_output=True)


def run(name, heddle, mode):
    _, _, arguments, make, expected, _ = PROGRAMS[name]
    folder = OUT / f"{name}-run"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    files = (make(folder) if make else None) or {}
    there = set(os.listdir(folder))
    start = time.time()
    ran = subprocess.run([heddle, "run", *mode, "--", str(OUT / name), *arguments.split()], cwd=folder, capture_output=True, timeout=900)
    seconds = time.time() - start
    said = "\n".join(line for line in ran.stdout.decode(errors="replace").splitlines() if not VARIES.search(line))
    left = {file: (folder / file).read_bytes() for file in sorted(set(os.listdir(folder)) - there)}
    errors = ran.stderr.decode(errors="replace")
    good = ran.returncode == 0 and all(left.get(file, b"").decode() == text for file, text in files.items())
    good = good and (expected is None or expected(said)) and "not supported" not in errors and "no kernel" not in errors
    return good, (said, left), seconds, errors


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rodinia, cuda = (pathlib.Path(path).absolute() for path in sys.argv[1:3])
    heddle = os.environ.get("HEDDLE", str(pathlib.Path("target/release/heddle").absolute()))
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "omp.h").write_text(OMP)
    libraries = OUT / "libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    subprocess.run([heddle, "run", "--libraries", str(libraries)], check=True)
    passed = 0
    names = sys.argv[3:] or list(PROGRAMS)
    for name in names:
        try:
            build(name, rodinia, cuda, libraries)
        except subprocess.CalledProcessError as error:
            print(f"{name}: not built: {error.stderr.decode(errors='replace').splitlines()[0]}")
            continue
        results = [run(name, heddle, mode) for mode in MODES]
        same = all(result[1] == results[0][1] for result in results)
        times = ", ".join(f"{result[2]:.2f} s" for result in results)
        good = all(result[0] for result in results) and same
        passed += good
        print(f"{name}: {'passed' if good else 'FAILED'} ({times})" + ("" if same else ": what it says or writes differs"))
        if not good:
            print("\n".join(results[0][3].splitlines()[:6]))
    print(f"{passed} of {len(names)} programs pass")
    sys.exit(passed != len(names))


if __name__ == "__main__":
    main()
