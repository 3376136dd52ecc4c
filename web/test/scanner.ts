import { act, fireEvent } from '@testing-library/react';

const KEY_GAP_MS = 4;

/** Slower than what is taken for a scanner everywhere. */
export const SLOW_GAP_MS = 65;

const TYPING_GAP_MS = 150;

/** A scanner's keys, which bear its times however busy the machine is. @param lateMs how long ago the first was pressed */
export function createKeys(gapMs = KEY_GAP_MS, lateMs = 0) {
  let at = performance.now() - lateMs;
  const pressOne = (target: HTMLElement, key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    at += gapMs;
    Object.defineProperty(event, 'timeStamp', { value: at });
    if (!target.dispatchEvent(event)) return;
    if (key === 'Enter') confirm(target);
    else if (key.length === 1) write(target, key);
  };
  return {
    press: (target: HTMLElement, ...keys: string[]) =>
      act(() => {
        for (const key of keys) pressOne(target, key);
      }),
  };
}

/** Codes as a scanner types them, each ended by Enter, into what has the focus; into a text field over what is selected there. */
export function scanInto(target: HTMLElement, ...codes: string[]): void {
  createKeys().press(target, ...codes.flatMap((code) => [...code, 'Enter']));
}

/** A code as a slow scanner types it. */
export function scanSlowly(target: HTMLElement, code: string, end: 'Enter' | 'Tab' = 'Enter'): void {
  createKeys(SLOW_GAP_MS).press(target, ...code, end);
}

/** Keys as a person presses them. */
export function typeByHand(target: HTMLElement, text: string): void {
  createKeys(TYPING_GAP_MS).press(target, ...text);
}

/** A text as a person puts it into a field of a form: slowly, and then Enter. */
export function enter(field: HTMLInputElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
  if (field.form !== null) fireEvent.submit(field.form);
}

/** What Enter does: a button is pressed, a form submitted by its button, where that can be pressed. */
function confirm(target: HTMLElement): void {
  if (target instanceof HTMLButtonElement) target.click();
  else if (target instanceof HTMLInputElement && target.form !== null) {
    const button = target.form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (button?.disabled !== true) fireEvent.submit(target.form);
  }
}

function write(field: HTMLElement, key: string): void {
  // Not into a box to tick: that has no text.
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null || field.readOnly) return;
  const { value, selectionStart, selectionEnd } = field;
  const before = value.slice(0, selectionStart);
  fireEvent.input(field, { target: { value: before + key + value.slice(selectionEnd ?? value.length) } });
  field.setSelectionRange(before.length + 1, before.length + 1);
}
