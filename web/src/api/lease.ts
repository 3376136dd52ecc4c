import { pause } from './pause.ts';

const LEASE_MS = 35_000;
const POLL_MS = 100;
/** Two tabs may write at the same time; the one whose value is still stored after this time has the lease. */
const SETTLE_MS = 40;

/**
 * Runs work while no other tab of this browser does. It holds a lease in local storage, for pages without the Web Locks API.
 * A tab that was closed blocks the others until its lease expires.
 */
export async function withLease<T>(key: string, work: () => Promise<T>): Promise<T> {
  const own = `${Date.now()}.${Math.random()}`;
  do {
    while (isTaken(localStorage.getItem(key))) await pause(POLL_MS);
    localStorage.setItem(key, own);
    await pause(SETTLE_MS);
  } while (localStorage.getItem(key) !== own);
  try {
    return await work();
  } finally {
    if (localStorage.getItem(key) === own) localStorage.removeItem(key);
  }
}

function isTaken(lease: string | null): boolean {
  // Compares the distance, so that a lease doesn't last for hours when the clock is set back.
  return lease !== null && Math.abs(Date.now() - Number(lease.split('.')[0])) < LEASE_MS;
}
