import type { KeyboardEvent } from 'react';

/** The longest gap between the keys of a scanner; a person's are further apart. */
export const MAX_GAP_MS = 60;

/** The longest pause within a code, while its scanner or the machine is busy. */
export const MAX_LEAD_MS = 500;

/** This many keys at that speed are a scan. */
const MIN_KEYS = 4;

/** A key that is handled this long after it was pressed shows that the machine is busy, and the next keys may be even later. */
const LATE_MS = 100;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'> & Partial<Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>>;

/** Most scanners end each code with one of these. */
export function isEndKey(key: string): boolean {
  return key === 'Enter' || key === 'Tab';
}

/** Whether a key enters no character: scanners send a control character as Ctrl and a letter, such as GS as Ctrl+]. AltGr is Ctrl and Alt, and enters one. */
function isControl({ key, ctrlKey = false, altKey = false, metaKey = false }: Omit<Key, 'timeStamp'>): boolean {
  return ['Control', 'Alt', 'AltGraph', 'Meta'].includes(key) || metaKey || ctrlKey !== altKey;
}

/** Distinguishes a scanner's keys from a person's by their timestamps. It needs every key. */
export interface KeyPace {
  /** @returns whether this key ends a scan */
  hear(key: Key): boolean;
  /** Whether the last key is a second end key of the same scan, as of a scanner that sends a carriage return and a line feed. */
  repeatsEnd(): boolean;
  /** Whether the keys since the last end came as fast as a scanner's. */
  isScan(): boolean;
  /** The scanned characters; empty when they were too few for a code. */
  code(): string;
  /** Whether the last key was handled long after it was pressed. */
  isLate(): boolean;
  /** When the last key was pressed. */
  lastAt(): number;
}

export function createKeyPace(): KeyPace {
  let keys = 0;
  let code = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  let isLate = false;
  let hasEnded = false;
  let repeatsEnd = false;
  return {
    hear(event) {
      const { key, timeStamp } = event;
      if (isControl(event)) {
        repeatsEnd = false;
        return false;
      }
      isLate = performance.now() - timeStamp > LATE_MS;
      const gap = timeStamp - lastAt;
      repeatsEnd = hasEnded && isEndKey(key) && gap <= MAX_GAP_MS;
      hasEnded = repeatsEnd;
      const isFast = keys > 0 && gap <= MAX_GAP_MS;
      const continues = isFast || (keys > 1 && gap <= MAX_LEAD_MS);
      keys = isFast ? keys + 1 : 1;
      if (key.length === 1) code = continues ? code + key : key;
      // A scanner presses no key that edits or moves the caret.
      else if (!isFast || !['Shift', 'CapsLock', 'Enter', 'Tab'].includes(key)) code = '';
      lastAt = timeStamp;
      if (!isEndKey(key)) return false;
      const endsScan = keys > MIN_KEYS;
      keys = 0;
      hasEnded ||= endsScan;
      return endsScan;
    },
    repeatsEnd: () => repeatsEnd,
    isScan: () => keys >= MIN_KEYS,
    code: () => (code.length >= MIN_KEYS ? code : ''),
    isLate: () => isLate,
    lastAt: () => lastAt,
  };
}

/**
 * Distinguishes the Enter that ends a scan from a person's, so that a scan into a form doesn't submit it.
 * @returns a function that needs every key of the form, and says whether a key is such an Enter
 */
export function createScanEnter(): (key: Key) => boolean {
  const pace = createKeyPace();
  return (key) => (pace.hear(key) || pace.repeatsEnd()) && key.key === 'Enter';
}
