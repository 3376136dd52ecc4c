/** A signal can arrive twice: from the terminal, and passed on by the parent process. */
const SAME_SIGNAL_MS = 500;

/** Waits for SIGINT or SIGTERM. A second one, later, ends the process at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        const first = performance.now();
        process.on(signal, () => performance.now() - first > SAME_SIGNAL_MS && process.exit(1));
        resolve(signal);
      });
    }
  });
}
