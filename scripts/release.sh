#!/usr/bin/env bash
# Build, check and try out a release from the last commit: scripts/release.sh
# Leaves the wheel, the source distribution and the bill of materials in dist/. Uploads nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/environment.sh
environment dev
unset PYTHONPATH LUTETIA_PURE # only what is installed counts
python=$PWD/.venv/bin/python work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { printf '\n=== %s\n' "$*"; }

step "Version"
version=$(git show HEAD:src/lutetia/__init__.py | sed -n 's/^__version__ = "\(.*\)"$/\1/p')
heading=$(git show HEAD:CHANGELOG.md | grep -m 1 '^## ')
[[ $heading =~ ^"## $version ("[0-9]{4}-[0-9]{2}-[0-9]{2}")"$ ]] ||
  { say "The version is $version, but the first heading of CHANGELOG.md is: $heading"; exit 1; }
[ -z "$(git status --porcelain)" ] || say "Note: uncommitted changes are not part of the release."
echo "$version"

step "Build the source distribution, and the wheel from it"
mkdir "$work/source"
git archive HEAD | tar x -C "$work/source"
npm --prefix "$work/source/web" ci --no-audit --no-fund --loglevel error
"$python" "$work/source/scripts/engine" build
rm -rf "$work/source/web/node_modules" "$work/source/build"
# Not in the checkout: its build/ folder would hide the module of that name.
(cd "$work" && "$python" -m build --outdir dist source >build.log 2>&1) || { tail -n 30 "$work/build.log"; exit 1; }
ls "$work/dist"

step "Check the metadata"
"$python" -m twine check --strict "$work"/dist/*

step "Install the wheel into an empty environment and play"
"$python" -m venv --without-pip "$work/venv"
pip() { "$python" -m pip --disable-pip-version-check --python "$work/venv/bin/python" "$@"; }
(
  cd "$work"
  pip install --quiet "$work"/dist/*.whl
  venv/bin/lutetia --version
  venv/bin/lutetia --version | grep -q "lutetia $version (compiled core)"
  venv/bin/lutetia selfplay lumiere --games 1
  venv/bin/python -c 'import lutetia; game = lutetia.new("paris", seed=7); game.play(game.legal()[0]); print(game.seat)'
)

step "Add the server; write and audit the bill of materials"
(
  wheel=$(echo "$work"/dist/*.whl)
  pip install --quiet "${wheel}[server]"
  "$work/venv/bin/lutetia" openapi >/dev/null
  pip freeze --exclude lutetia >"$work/requirements.txt"
)
"$python" scripts/bill_of_materials.py "$work/venv/bin/python" >"$work/dist/sbom.json"
status=0
"$python" scripts/audit.py "$work/requirements.txt" || status=$?
case $status in
  0) ;;
  3) say "The audit is not complete. Repeat it where these services can be reached before you publish." ;;
  *) exit "$status" ;;
esac

mkdir -p dist
cp "$work"/dist/* dist/
step "Ready in dist/"
(cd dist && sha256sum ./*"$version"* sbom.json)
