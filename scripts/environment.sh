# Sourced by ./play and ./test, which share one virtual environment in .venv and one compiled core.
# Says what it does, and does nothing the next time unless something changed.

unset PYTHONDONTWRITEBYTECODE # cached bytecode: otherwise each of the many processes compiles all sources again

say() { printf '%s\n' "$*" >&2; }

# need WHAT PACKAGES…: install Debian packages if we are root; otherwise say how and stop.
need() {
  local what=$1; shift
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    busy "installing $* from the system's packages" \
      sh -c "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $*"
  else
    say "Lutetia needs $what. Please run this, then start again:"
    say "  sudo apt-get install $*"
    exit 1
  fi
}

# busy MESSAGE COMMAND…: run a command with a clock beside the message. If it fails, show the end of its output.
busy() {
  local message=$1 log start pid status=0; shift
  mkdir -p .venv && log=.venv/setup.log && start=$SECONDS
  "$@" >"$log" 2>&1 &
  pid=$!
  if [ -t 2 ]; then
    while kill -0 "$pid" 2>/dev/null; do
      printf '\r· %s … %ds' "$message" $((SECONDS - start)) >&2
      sleep 0.2
    done
  fi
  wait "$pid" || status=$?
  [ -t 2 ] && printf '\r\033[K' >&2
  if [ "$status" != 0 ]; then
    say "✗ $message failed:"; tail -n 20 "$log" >&2
    exit "$status"
  fi
  say "· $message: done in $((SECONDS - start)) s"
}

# Set $python to a Python that is new enough.
find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      python=$candidate
      return
    fi
  done
  need "Python 3.11 or newer" python3 python3-venv
  python=python3
}

# The state of everything the installed packages depend on: the requirements and our own version.
packages_fingerprint() {
  { sed '/^\[tool\./,$d' pyproject.toml; grep __version__ src/lutetia/__init__.py; } | cksum
}

# The state of everything the compiled core depends on.
core_fingerprint() {
  {
    command -v gcc cc || true
    ls "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" 2>/dev/null || true
    cat setup.py
    find src -name '*.h' | sort | xargs cat
    find src -name '*.pxd' | sort | while read -r pxd; do echo "$pxd"; cat "$pxd" "${pxd%.pxd}.py"; done
  } | cksum
}

# Without byte-compiling everything: Python does that for what is imported.
pip_install() { .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile "$@"; }

# Compile what changed. Without a C compiler this leaves the core uncompiled.
compile_core() {
  find src -name '*.so' | while read -r built; do # a module that has moved or gone
    [ -e "${built%%.*}.pxd" ] || rm "$built"
  done
  .venv/bin/python setup.py -q build_ext --inplace
}

# Install the packages; compile meanwhile if the core is not up to date.
install_and_compile() {
  local extra=$1 core=$2 compiling="" status=0
  if [ "$core" != "$(cat .venv/ready-core 2>/dev/null)" ]; then
    pip_install 'setuptools>=77' 'cython>=3.1,<4'
    compile_core &
    compiling=$!
  fi
  if [ "$(packages_fingerprint)" != "$(cat ".venv/ready-$extra" 2>/dev/null)" ]; then
    LUTETIA_COMPILE=no pip_install --editable ".[$extra]" || status=$?
  fi
  [ -z "$compiling" ] || wait "$compiling" || status=$?
  return "$status"
}

# Without a compiler everything works, but slowly.
offer_compiler() {
  find src -name 'kernel*.so' | grep -q . && return
  say "! The core is not compiled: strong bots will think for a long time. This command mends it; then start again:"
  say "    sudo apt-get install gcc libc6-dev python3-dev"
}

# environment EXTRA: .venv with lutetia[EXTRA] and the core, compiled if there is a compiler. EXTRA is server or dev.
environment() {
  local extra=$1 packages core
  find_python
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    need "Python's venv module" "python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
  fi
  packages=$(packages_fingerprint) core=$(core_fingerprint)
  if [ "$(cat ".venv/ready-$extra" 2>/dev/null)" = "$packages" ] &&
    [ "$(cat .venv/ready-core 2>/dev/null)" = "$core" ]; then
    offer_compiler
    return
  fi
  say "Setting up in $(pwd)/.venv (once, and again when requirements or the core change)"
  [ -x .venv/bin/python ] || busy "making a virtual environment" "$python" -m venv .venv
  busy "installing lutetia[$extra] and compiling its core" install_and_compile "$extra" "$core"
  say "· ready: $(.venv/bin/lutetia --version)"
  echo "$packages" >".venv/ready-$extra"
  [ "$extra" != dev ] || echo "$packages" >.venv/ready-server # dev includes server
  echo "$core" >.venv/ready-core
  offer_compiler
}
