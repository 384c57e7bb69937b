// Keeps the screen on while a live game is on it, where the browser allows that.

/** Returns the function that lets the screen go dark again. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = (): void => {
    if (!wanted || document.hidden || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then(
      (found) => {
        if (wanted) lock = found;
        else void found.release();
      },
      () => undefined, // refused, for instance to save power
    );
  };
  // A hidden page loses the lock.
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
