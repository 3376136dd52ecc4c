/** Waits for the work until the signal aborts. The work itself continues, and its result is ignored. @throws the signal's reason */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  let end = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    end = () => signal.removeEventListener('abort', onAbort);
  });
  return Promise.race([work(), aborted]).finally(end);
}
