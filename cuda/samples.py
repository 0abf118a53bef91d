#!/usr/bin/env python3
"""NVIDIA's CUDA samples on the simulator: cuda/samples.py SAMPLES NVCC [SAMPLE...]

SAMPLES is a folder with `Common` and `Samples` of github.com/NVIDIA/cuda-samples, NVCC the compiler (tried: 13.5, from the wheels nvidia-cuda-nvcc, -cccl and
-profiler-api). Nothing is fetched: both are the user's. Samples are built into target/samples, unmodified but for the shared runtime, and are
run functionally, under `simt` and under `stsimt4`. Each compares its results with the host's by itself: it passes if it ends with status 0, says so in all
modes, and no line says that something is not supported.
"""
import os, pathlib, re, shutil, subprocess, sys, time

OUT = pathlib.Path("target/samples").absolute()
FUNCTIONAL, MODES = ["--functional"], [["--policy", "simt"], ["--policy", "stsimt4"]]
BEGIN, HOW, FAST, FIELD = "0_Introduction", "2_Concepts_and_Techniques", "6_Performance", "5_Domain_Specific"

# name: folder, sources, arguments, what it says of itself, and whether it is too long for simulated
# time
SAMPLES = {
    "vectorAdd": (BEGIN, "vectorAdd.cu", "", "Test PASSED", False),
    "template": (BEGIN, "template.cu template_cpu.cpp", "", "", False),
    "matrixMul": (BEGIN, "matrixMul.cu", "-wA=64 -hA=64 -wB=64 -hB=64", "Result = PASS", False),
    "asyncAPI": (BEGIN, "asyncAPI.cu", "", "", False),
    "simpleTemplates": (BEGIN, "simpleTemplates.cu", "", "Results: 0 Failures", False),
    "simplePrintf": (BEGIN, "simplePrintf.cu", "", r"\[3, 7\]:.*Value is:10", False),
    "simpleTexture": (BEGIN, "simpleTexture.cu", "", "returned OK", False),
    "simpleAtomicIntrinsics": (BEGIN, "simpleAtomicIntrinsics.cu simpleAtomicIntrinsics_cpu.cpp", "", "returned OK", False),
    "simpleLayeredTexture": (BEGIN, "simpleLayeredTexture.cu", "", "", False),
    "simpleVoteIntrinsics": (BEGIN, "simpleVoteIntrinsics.cu", "", "OK", False),
    "simpleZeroCopy": (BEGIN, "simpleZeroCopy.cu", "", "", False),
    "simpleOccupancy": (BEGIN, "simpleOccupancy.cu", "", "Test PASSED", False),
    "simpleAssert": (BEGIN, "simpleAssert.cu", "", "Device assert failed as expected", False),
    "simpleCallback": (BEGIN, "simpleCallback.cu multithreading.cpp", "", "Success", False),
    "simpleStreams": (BEGIN, "simpleStreams.cu", "", "", True),
    "simpleCooperativeGroups": (BEGIN, "simpleCooperativeGroups.cu", "", "", False),
    "simpleSurfaceWrite": (BEGIN, "simpleSurfaceWrite.cu", "", "", False),
    "clock": (BEGIN, "clock.cu", "", "", False),
    "systemWideAtomics": (BEGIN, "systemWideAtomics.cu", "", "", False),
    "fp16ScalarProduct": (BEGIN, "fp16ScalarProduct.cu", "", "", False),
    "reduction": (HOW, "reduction.cpp reduction_kernel.cu", "--n=65536", "Test passed", False),
    "threadFenceReduction": (HOW, "threadFenceReduction.cu", "--n=65536", "", False),
    "shfl_scan": (HOW, "shfl_scan.cu", "", "", False),
    "inlinePTX": (HOW, "inlinePTX.cu", "", "Test Successful", False),
    "transpose": (FAST, "transpose.cu", "-dimX=128 -dimY=128", "Test passed", False),
}

# what a GPU needs that the default one has not, in simulated time
LARGER = {"matrixMul": ["--set", "core.registers=20480"]}


def build(name, samples, nvcc, libraries):
    place, sources, *_ = SAMPLES[name]
    folder = samples / "Samples" / place / name
    flags = ["-gencode", "arch=compute_75,code=compute_75", "-cudart", "shared", "-std=c++17", f"-I{samples}/Common"]
    command = [nvcc, *flags, *sources.split(), "-o", str(OUT / name), f"-L{libraries}", "-lcuda"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def run(name, heddle, samples, mode):
    """Whether it passed, how many seconds it took, and what it and the simulator said."""
    place, _, arguments, says, _ = SAMPLES[name]
    start = time.time()
    larger = LARGER.get(name, []) if "--policy" in mode else []
    command = [heddle, "run", *mode, *larger, "--", str(OUT / name), *arguments.split()]
    try:
        ran = subprocess.run(command, cwd=samples / "Samples" / place / name, capture_output=True, timeout=600)
    except subprocess.TimeoutExpired:
        return False, time.time() - start, "it had not ended after 600 s"
    said, errors = (text.decode(errors="replace") for text in (ran.stdout, ran.stderr))
    good = ran.returncode == 0 and bool(re.search(says, said)) and "not supported" not in errors
    return good, time.time() - start, errors + said


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    samples, nvcc = pathlib.Path(sys.argv[1]).absolute(), os.path.abspath(shutil.which(sys.argv[2]) or sys.exit(f"{sys.argv[2]} is not found"))
    heddle = os.environ.get("HEDDLE", str(pathlib.Path("target/release/heddle").absolute()))
    OUT.mkdir(parents=True, exist_ok=True)
    libraries = OUT / "libraries"
    shutil.rmtree(libraries, ignore_errors=True)
    subprocess.run([heddle, "run", "--libraries", str(libraries)], check=True)
    version = re.search(r"release (\d+)", subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout)[1]
    passed, names = 0, sys.argv[3:] or list(SAMPLES)
    for name in names:
        try:
            build(name, samples, nvcc, libraries / version)
        except subprocess.CalledProcessError as error:
            print(f"{name}: not built: {error.stderr.decode(errors='replace').splitlines()[0]}", flush=True)
            continue
        results = [run(name, heddle, samples, mode) for mode in [FUNCTIONAL] + MODES * (not SAMPLES[name][4])]
        good = all(result[0] for result in results)
        passed += good
        times = ", ".join(f"{result[1]:.2f} s" for result in results)
        print(f"{name}: {'passed' if good else 'FAILED'} ({times}){', functionally alone' * SAMPLES[name][4]}", flush=True)
        if not good:
            wrong = next(result for result in results if not result[0])
            print("\n".join("    " + line for line in wrong[2].splitlines()[:8]))
    print(f"{passed} of {len(names)} samples pass")
    sys.exit(passed != len(names))


if __name__ == "__main__":
    main()
