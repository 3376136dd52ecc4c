import { act, fireEvent } from '@testing-library/react';

const KEY_GAP_MS = 4;

/** The gap between keys of a slow scanner, which is recognized only outside text fields. */
export const SLOW_GAP_MS = 65;

const TYPING_GAP_MS = 150;

/** Sends GS, the group separator of GS1, as many scanners do. */
export const GS = 'Ctrl+]';

/** A scanner's keys, with exact timestamps even on a busy machine. @param lateMs how long ago the first key was pressed */
export function createKeys(gapMs = KEY_GAP_MS, lateMs = 0) {
  let at = performance.now() - lateMs;
  const pressOne = (place: HTMLElement, key: string) => {
    const target = focusedFrom(place);
    const ctrlKey = key.startsWith('Ctrl+');
    const altKey = key.startsWith('Option+');
    const event = new KeyboardEvent('keydown', { key: ctrlKey || altKey ? key.slice(-1) : key, ctrlKey, altKey, bubbles: true, cancelable: true });
    at += gapMs;
    Object.defineProperty(event, 'timeStamp', { value: at });
    if (!target.dispatchEvent(event)) return;
    if (key === 'Enter') confirm(target);
    else if (key.length === 1) write(focusedFrom(target), key);
  };
  return {
    press: (target: HTMLElement, ...keys: string[]) => {
      // A browser lets React render after each key.
      for (const key of keys) act(() => pressOne(target, key));
    },
    pause: (ms: number) => {
      at += ms;
    },
  };
}

/** Keys for the page itself go to the element that a listener has given the focus, as in a browser. */
function focusedFrom(place: HTMLElement): HTMLElement {
  return place === document.body && document.activeElement instanceof HTMLElement ? document.activeElement : place;
}

/** Types codes as a scanner does, each with Enter, into the focused element. In a text field they replace the selection. */
export function scanInto(target: HTMLElement, ...codes: string[]): void {
  createKeys().press(target, ...codes.flatMap((code) => [...code, 'Enter']));
}

/** Types a code as a slow scanner does. */
export function scanSlowly(target: HTMLElement, code: string, end: 'Enter' | 'Tab' = 'Enter'): void {
  createKeys(SLOW_GAP_MS).press(target, ...code, end);
}

/** Types a text as a person does. */
export function typeByHand(target: HTMLElement, text: string): void {
  createKeys(TYPING_GAP_MS).press(target, ...text);
}

/** Fills in a field of a form and presses Enter, as a person does. */
export function enter(field: HTMLInputElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
  if (field.form !== null) fireEvent.submit(field.form);
}

/** The default action of Enter: it presses a button, or submits a form unless its button is disabled. */
function confirm(target: HTMLElement): void {
  if (target instanceof HTMLButtonElement) target.click();
  else if (target instanceof HTMLInputElement && target.form !== null) {
    const button = target.form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (button?.disabled !== true) fireEvent.submit(target.form);
  }
}

function write(field: HTMLElement, key: string): void {
  // A checkbox has no text.
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null || field.readOnly) return;
  const { value, selectionStart, selectionEnd } = field;
  const before = value.slice(0, selectionStart);
  fireEvent.input(field, { data: key, inputType: 'insertText', target: { value: before + key + value.slice(selectionEnd ?? value.length) } });
  field.setSelectionRange(before.length + 1, before.length + 1);
}
