import type { KeyboardEvent } from 'react';

/** A scanner's keys come closer together than a person's. */
export const MAX_GAP_MS = 60;

/** So many keys at that speed are a scan. */
const MIN_KEYS = 4;

/** A key that is heard so long after it was pressed: the machine is behind, and the next ones may be later still. */
const LATE_MS = 100;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>;

/** Most scanners end each code with one of these. */
export function isEndKey(key: string): boolean {
  return key === 'Enter' || key === 'Tab';
}

/** Tells a scanner's keys from a person's, by the times that they bear; every key is to be shown to it. */
export interface KeyPace {
  /** @returns whether this key ends a scan */
  hear(key: Key): boolean;
  /** Whether the keys since the last end came as fast as a scanner's. */
  isScan(): boolean;
  /** Whether the last key was heard long after it was pressed. */
  isLate(): boolean;
}

export function createKeyPace(): KeyPace {
  let keys = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isLate = false;
  return {
    hear({ key, timeStamp }) {
      isLate = performance.now() - timeStamp > LATE_MS;
      keys = timeStamp - lastAt <= MAX_GAP_MS ? keys + 1 : 1;
      lastAt = timeStamp;
      if (!isEndKey(key)) return false;
      const endsScan = keys > MIN_KEYS;
      // What ends with Tab or Enter has ended.
      keys = 0;
      return endsScan;
    },
    isScan: () => keys >= MIN_KEYS,
    isLate: () => isLate,
  };
}

/**
 * Tells the Enter that ends a scan from one that a person presses: what is scanned into a form must not send it unseen.
 * @returns whether this key is such an Enter; every key of the form is to be shown to it
 */
export function createScanEnter(): (key: Key) => boolean {
  const pace = createKeyPace();
  return (key) => pace.hear(key) && key.key === 'Enter';
}
