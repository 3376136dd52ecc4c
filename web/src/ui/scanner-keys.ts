import type { KeyboardEvent } from 'react';

/** A scanner's keys come closer together than a person's. */
export const MAX_GAP_MS = 60;

/** So many keys at that speed are a scan. */
const MIN_KEYS = 4;

/**
 * Tells the Enter that ends a scan from one that a person presses: what is scanned into a form must not send it unseen.
 * @returns whether this key is such an Enter; every key of the form is to be shown to it
 */
export function createScanEnter(): (event: Pick<KeyboardEvent, 'key' | 'timeStamp'>) => boolean {
  let keys = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return ({ key, timeStamp }) => {
    keys = timeStamp - lastAt <= MAX_GAP_MS ? keys + 1 : 1;
    lastAt = timeStamp;
    const isScan = key === 'Enter' && keys > MIN_KEYS;
    // What ends with Tab or Enter has ended.
    if (key === 'Tab' || key === 'Enter') keys = 0;
    return isScan;
  };
}
