import { useEffect, useRef } from 'react';

/** Longer than a slow answer; after that the person has turned to something else. */
const IDLE_MS = 10_000;

/**
 * Whether the person who pressed a button still waits for it. A dialog of the browser receives every key, so that it may open
 * only while no scan is on its way.
 */
export function useIdleSince() {
  const begunAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const end = () => {
      begunAt.current = Number.NEGATIVE_INFINITY;
    };
    window.addEventListener('keydown', end, true);
    return () => window.removeEventListener('keydown', end, true);
  }, []);
  return {
    /** Does what a pressed button does. */
    begin: (work: () => unknown) => {
      begunAt.current = performance.now();
      work();
    },
    /** Whether no key was pressed since, and the press is not long ago. */
    isIdle: () => performance.now() - begunAt.current < IDLE_MS,
  };
}
