const LEASE_MS = 35_000;
const POLL_MS = 100;
/** Two tabs may write at once; whoever still stands there after this has it. */
const SETTLE_MS = 40;

/**
 * Does something while no other tab of this browser does: a lease in local storage, for pages that have no locks.
 * A tab that was closed holds it up for as long as the lease runs, at the most.
 */
export async function withLease<T>(key: string, work: () => Promise<T>): Promise<T> {
  const own = `${Date.now()}.${Math.random()}`;
  do {
    while (isTaken(localStorage.getItem(key))) await wait(POLL_MS);
    localStorage.setItem(key, own);
    await wait(SETTLE_MS);
  } while (localStorage.getItem(key) !== own);
  try {
    return await work();
  } finally {
    if (localStorage.getItem(key) === own) localStorage.removeItem(key);
  }
}

function isTaken(lease: string | null): boolean {
  // By the distance: a clock that was set back must not make a lease last for hours.
  return lease !== null && Math.abs(Date.now() - Number(lease.split('.')[0])) < LEASE_MS;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
