// Garbage on a phone, whose tab must stay within 150 MB. Chromium collects garbage when much has been allocated, so a
// page or a worker that has become quiet keeps for minutes what it left behind. Nobody can ask for a collection, but
// Chromium counts the memory of buffers too, and a large one makes it collect. It is never written to, so it takes no
// memory itself. docs/performance.md has the figures. Other browsers may not react to it.

/** Bytes of the buffer: Chromium collects when buffers have grown by 64 MB. */
const ENOUGH = 128 * 1024 * 1024;
/** Milliseconds after the last piece of work: as soon as nobody waits, and when animations have ended, too. */
const AFTER = [2_000, 12_000];

/** Returns what is to be called at each piece of work. Garbage is collected once there has been none for a while. */
export function collectWhenQuiet() {
  let timers = [];
  return () => {
    timers.forEach(clearTimeout);
    timers = AFTER.map((time) => setTimeout(collect, time));
  };
}

function collect() {
  try {
    new ArrayBuffer(ENOUGH);
  } catch {
    // There is no room for it. The browser has collected before it says so.
  }
}
