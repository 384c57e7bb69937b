# Sourced by ./play and ./test: makes the checkout's own virtual environment, says what it does, and is quick the next time.

say() { printf '%s\n' "$*" >&2; }

# need COMMAND PACKAGES…: what only the system's package manager can bring. Root installs it; others are told how.
need() {
  local what=$1; shift
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    busy "installing $* from the system's packages" sh -c "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $*"
  else
    say "Lutetia needs $what. Please run this, then start again:"
    say "  sudo apt-get install $*"
    exit 1
  fi
}

# busy MESSAGE COMMAND…: run with a clock beside the message; on failure show the end of what the command printed.
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

# What an installation depends on: when it changes, it is made again.
fingerprint() {
  { echo "$1"; cat pyproject.toml setup.py; find src -name '*.pxd' | sort | while read -r pxd; do cat "$pxd" "${pxd%.pxd}.py"; done; } | cksum
}

# environment EXTRAS: .venv with lutetia and these extras ("" or "[dev]"), compiled where a compiler is at hand.
environment() {
  local extras=$1 stamp=.venv/ready$1
  find_python
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    need "Python's venv module" "python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
  fi
  if [ -x .venv/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$(fingerprint "$extras")" ]; then
    return
  fi
  say "Setting up in $(pwd)/.venv (once, and again when the core's sources change)"
  [ -x .venv/bin/python ] || busy "making a virtual environment" "$python" -m venv .venv
  busy "installing lutetia$extras and compiling its core" .venv/bin/python -m pip install --disable-pip-version-check -e ".$extras"
  say "· ready: $(.venv/bin/lutetia --version)"
  fingerprint "$extras" >"$stamp"
}
