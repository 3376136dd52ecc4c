import { act, fireEvent } from '@testing-library/react';

const KEY_GAP_MS = 4;

/** A scanner's keys, which bear its times however busy the machine is. */
export function createKeys() {
  let at = performance.now();
  const pressOne = (target: HTMLElement, key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    at += KEY_GAP_MS;
    Object.defineProperty(event, 'timeStamp', { value: at });
    // Not into a box to tick: that has no text.
    if (!target.dispatchEvent(event) || !(target instanceof HTMLInputElement) || target.selectionStart === null) return;
    if (key !== 'Enter') write(target, key);
    else if (target.form !== null) fireEvent.submit(target.form);
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

/** A text as a person puts it into a field of a form: slowly, and then Enter. */
export function enter(field: HTMLInputElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
  if (field.form !== null) fireEvent.submit(field.form);
}

function write(field: HTMLInputElement, key: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const before = value.slice(0, selectionStart ?? value.length);
  fireEvent.input(field, { target: { value: before + key + value.slice(selectionEnd ?? value.length) } });
  field.setSelectionRange(before.length + 1, before.length + 1);
}
