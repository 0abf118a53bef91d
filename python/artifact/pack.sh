#!/bin/sh
# Packs the artifact: sources, wheel, data, appendix, and what `reproduce.sh` makes with them here.
# pack.sh WHEELS OUT writes OUT.tar.gz; `make artifact` runs it.
set -eu
wheels=$1 out=$2 here=$(dirname "$0")
rm -rf "$out" "$out.tar.gz"
mkdir -p "$out/wheels" "$out/data"
cp "$wheels"/*.whl "$out/wheels"
git archive --prefix=heddle/ HEAD | gzip -9n >"$out/sources.tar.gz"
for paper in docs/papers/*/; do
  mkdir "$out/data/$(basename "$paper")"
  cp "$paper"*.json "$out/data/$(basename "$paper")"
done
cp "$here/APPENDIX.md" "$here/figures.txt" "$here/reproduce.sh" "$out"
(cd "$out" && sh reproduce.sh --record && rm -rf made venv)
tar -C "$(dirname "$out")" -czf "$out.tar.gz" "$(basename "$out")"
ls -l "$out.tar.gz"
