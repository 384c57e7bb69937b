# Sourced by ./test: runs named stages one after another or side by side, and reports the time of each.
# A stage that fails does not stop the others. `summary` prints the table and exits with 1 if any of them failed.

stage_names=() stage_seconds=() stage_results=()
side_names=() side_pids=() side_logs=() side_starts=()

report() { # report NAME SECONDS STATUS
  local result=passed
  [ "$3" = 0 ] || result=FAILED
  stage_names+=("$1") stage_seconds+=("$2") stage_results+=("$result")
  printf '=== %s: %s in %d s\n' "$1" "$result" "$2"
}

# stage NAME COMMAND…: run it now, with its output on the screen.
stage() {
  local name=$1 start=$SECONDS status=0; shift
  printf '\n=== %s\n' "$name"
  "$@" || status=$?
  report "$name" $((SECONDS - start)) "$status"
}

# beside NAME COMMAND…: start it in the background; `collect` shows its output when it has ended.
beside() {
  local name=$1 log; shift
  log=$(mktemp)
  set -m # a process group of its own, which stop_sides can end
  (
    set +em
    (set -e; "$@") >"$log" 2>&1
    echo "$? $SECONDS" >"$log.status"
  ) </dev/null &
  set +m
  side_names+=("$name") side_pids+=($!) side_logs+=("$log") side_starts+=("$SECONDS")
}

collect() {
  local i status ended
  for i in "${!side_names[@]}"; do
    printf '\n=== %s\n' "${side_names[i]}"
    wait "${side_pids[i]}" || true
    read -r status ended <"${side_logs[i]}.status"
    cat "${side_logs[i]}"
    report "${side_names[i]}" $((ended - side_starts[i])) "$status"
    rm "${side_logs[i]}" "${side_logs[i]}.status"
  done
  side_names=() side_pids=()
}

# End what still runs in the background, after Ctrl+C for example.
stop_sides() {
  local pid
  for pid in "${side_pids[@]}"; do
    kill -- "-$pid" 2>/dev/null || true
  done
}
trap stop_sides EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

summary() {
  local i failed=0
  printf '\n%-28s %8s  %s\n' stage seconds result
  for i in "${!stage_names[@]}"; do
    printf '%-28s %8d  %s\n' "${stage_names[i]}" "${stage_seconds[i]}" "${stage_results[i]}"
    [ "${stage_results[i]}" = passed ] || failed=1
  done
  printf '%-28s %8d\n' "all (with the set-up)" "$SECONDS"
  exit "$failed"
}
