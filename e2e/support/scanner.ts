import type { CDPSession, Page } from '@playwright/test';

/** The gap between two keys of a common keyboard-wedge scanner. */
const KEY_GAP_MS = 4;

/** A pause of this process must not divide a burst that is shorter. */
const SHORT_BURST_MS = 200;

/** A person's hand needs this long after a scan. An Enter that follows sooner is the scanner's second end key. */
const HAND_MS = 100;

/** The gap of a scanner that is too slow to be recognized everywhere. */
export const SLOW_GAP_MS = 65;

const keyboards = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Types codes like a keyboard-wedge scanner: fast, each followed by Enter, without waiting for the page. The keys have the
 * timestamps at which a scanner sends them, as an operating system sets them, so that a busy machine delays the keys but
 * doesn't slow them down. The keys of a code, and those of a short burst, are handed over together, so that no pause of this
 * process divides them. What follows the call is at a person's pace again.
 */
export async function wedge(page: Page, codes: readonly string[], gapMs = KEY_GAP_MS): Promise<void> {
  const keyboard = await keyboardOf(page);
  const keys = codes.flatMap((code) => [...code, 'Enter']);
  const startedAt = Date.now();
  const sent: Promise<unknown>[] = [];
  const isShort = gapMs === KEY_GAP_MS && keys.length * gapMs < SHORT_BURST_MS;
  if (isShort) await until(startedAt + keys.length * gapMs);
  for (const [nth, key] of keys.entries()) {
    const isFirst = nth === 0 || keys[nth - 1] === 'Enter';
    if (!isShort && (isFirst || gapMs > KEY_GAP_MS)) await until(startedAt + nth * gapMs);
    const stroke = { ...strokeOf(key), timestamp: (startedAt + nth * gapMs) / 1_000 };
    sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke }), keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke }));
  }
  await Promise.all(sent);
  await until(startedAt + keys.length * gapMs + HAND_MS);
}

function keyboardOf(page: Page): Promise<CDPSession> {
  const keyboard = keyboards.get(page) ?? page.context().newCDPSession(page);
  keyboards.set(page, keyboard);
  return keyboard;
}

function strokeOf(key: string) {
  if (key === 'Enter') return { key, code: key, text: '\r', windowsVirtualKeyCode: 13 };
  return { key, text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
}

async function until(moment: number): Promise<void> {
  const ms = moment - Date.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
