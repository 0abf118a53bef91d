#!/bin/sh
# cudarc's tests of the driver API on the functional executor: cuda/cudarc.sh CUDARC
#
# CUDARC is a folder with its sources (tried: 0.19.4). Those of its tests that compile CUDA C need
# NVRTC, which is the user's: where the loader does not find libnvrtc.so they count as left out. The
# last line counts; what the tests say is kept in target/cudarc.
set -u
sources=${1:?"cuda/cudarc.sh CUDARC: a folder with the sources of cudarc"}
heddle=${HEDDLE:-target/release/heddle}
out=$PWD/target/cudarc
mkdir -p "$out"
build="cargo test --no-default-features --features std,driver,nvrtc,dynamic-loading,cuda-12080 --lib"
(cd "$sources" && CARGO_TARGET_DIR="$out" $build --no-run 2>&1) | tee "$out/build.txt" | tail -1
tests=$(sed -n 's/.*(\(.*deps\/cudarc-[0-9a-f]*\))$/\1/p' "$out/build.txt")
[ -n "$tests" ] || { echo "cudarc was not built: $out/build.txt says why" >&2; exit 3; }
"$heddle" run --functional -- "$tests" driver:: --test-threads 1 >"$out/tests.txt" 2>&1
left=$(grep -c 'load the "nvrtc"' "$out/tests.txt")
awk '/^---- /{name=$2} /panicked at|^Error:/{getline why; print name ": " $0 " " why}' "$out/tests.txt" | grep -v '"nvrtc"' | cut -c1-160
sed -n 's/^test result: [A-Za-z]*\. //p' "$out/tests.txt" | cut -d';' -f1-3
echo "$left of those that failed lack NVRTC"
