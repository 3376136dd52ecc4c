import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createKeys, GS, SLOW_GAP_MS, scanInto, scanSlowly } from '../../../test/scanner.ts';
import { PASSES_SCANS, useWedge } from './use-wedge.ts';

const tones = vi.hoisted(() => [] as string[]);
vi.mock('./sounds.ts', () => ({ playTone: (tone: string) => void tones.push(tone) }));

const scanned: string[] = [];
const done: string[] = [];

/** A page with controls that can have the focus and would act on Enter. */
function Bench() {
  const [chosen, setChosen] = useState('Good');
  useWedge({ onScan: (code) => scanned.push(code), focusField: () => {} });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        done.push('submitted');
      }}
    >
      <button type="button" onClick={() => done.push('pressed')}>
        Accept
      </button>
      <input type="radio" aria-label="Good" onKeyDown={({ key }) => key === 'Enter' && done.push('chosen')} />
      <select aria-label="Condition" value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {['Good', 'New', 'X-large'].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input aria-label="Locked" readOnly />
      <input aria-label="Note" />
      <input aria-label="Search" {...PASSES_SCANS} />
      <button type="submit">Save</button>
    </form>
  );
}

const control = (name: string) => screen.getByRole<HTMLElement>(/Accept|Save/.test(name) ? 'button' : name === 'Good' ? 'radio' : 'textbox', { name });

beforeEach(() => {
  for (const list of [tones, scanned, done]) list.length = 0;
  render(<Bench />);
});

it.each(['Accept', 'Save', 'Good', 'Locked'])('reads a slow code on %s as a scan, whose Enter confirms nothing', (name) => {
  scanSlowly(control(name), 'X00KETTLEN');
  scanSlowly(control(name), 'X00CUPS001', 'Tab');
  createKeys(900).press(control(name), ...'B0SLOW', 'Enter');
  scanInto(control(name), 'X00FAST001');
  expect(scanned).toEqual(['X00KETTLEN', 'X00CUPS001', 'B0SLOW', 'X00FAST001']);
  expect(done).toEqual([]);
});

it.each([
  ['Accept', 'Enter', 'Enter'],
  ['Accept', 'Tab', 'Enter'],
  ['Save', 'Enter', 'Enter', 'Enter'],
  ['Good', 'Enter', 'Enter'],
])('confirms nothing on %s by a second end key of a code', (name, ...ends) => {
  createKeys().press(control(name), ...'X00KETTLEN', ...ends);
  createKeys().press(control(name), ...'X00CUPS001', ...ends);
  expect([scanned, done]).toEqual([['X00KETTLEN', 'X00CUPS001'], []]);
  createKeys(400).press(control('Accept'), 'Enter');
  expect(done).toEqual(['pressed']);
});

it("takes a location's short code and its second end key for a scan", () => {
  for (const name of ['Accept', 'Save']) createKeys().press(control(name), ...'A-1', 'Enter', 'Enter');
  expect([scanned, done]).toEqual([['A-1', 'A-1'], []]);
  createKeys().press(control('Note'), ...'A-1', 'Enter', 'Enter');
  expect(done).toEqual(['submitted']);
});

it('confirms nothing by a second end key where the focus went at the first', () => {
  const keys = createKeys();
  keys.press(control('Note'), ...'X00KETTLEN', 'Tab');
  keys.press(control('Accept'), 'Enter');
  expect(done).toEqual([]);
});

it('leaves Tab and Enter after a letter to a person who presses them quickly', () => {
  const keys = createKeys();
  keys.press(control('Note'), 'c', 'Tab');
  keys.press(control('Accept'), 'Enter');
  expect(done).toEqual(['pressed']);
});

it('leaves no control character of a scanner to the browser, in a code or after it, but all shortcuts', () => {
  const left: string[] = [];
  const listener = (event: KeyboardEvent) => event.ctrlKey && left.push(event.key);
  document.body.addEventListener('keydown', listener);
  createKeys().press(control('Accept'), ...'010003600029', GS, ...'10LOT42', 'Enter', 'Ctrl+j');
  createKeys().press(control('Note'), ...'010003600029', GS, ...'10LOT42', 'Enter', 'Ctrl+j');
  expect([scanned, left]).toEqual([['01000360002910LOT42'], []]);
  createKeys(150).press(control('Note'), 'a', 'Ctrl+j');
  expect(left).toEqual(['j']);
  document.body.removeEventListener('keydown', listener);
});

it('reads a character that a Mac enters with Option, and leaves shortcuts with it alone', () => {
  createKeys().press(control('Accept'), ...'KETTLE', 'Option+#', '2', 'Enter');
  createKeys().press(control('Search'), ...'CUPS', 'Option+#', '3', 'Enter');
  expect([scanned, done]).toEqual([['KETTLE#2', 'CUPS#3'], []]);
  createKeys(150).press(control('Accept'), 'k', 'Option+#', 'Enter');
  expect(scanned).toHaveLength(2);
});

it('ignores an Enter right after a letter with a message; the next one works', () => {
  const keys = createKeys(400);
  keys.press(control('Accept'), 'x', 'Enter');
  expect([done, scanned, tones]).toEqual([[], [], ['error']]);
  keys.press(control('Accept'), 'Enter');
  expect(done).toEqual(['pressed']);
});

it.each([
  ['the code started in a text field', ['Note', 'X00KETTLE'], ['Accept', 'Enter']],
  ['the focus moves from a locked field to the button', ['Locked', 'X00KE'], ['Accept', 'TTLEN', 'Enter']],
])('activates no hidden control when %s', (_why, [first = '', head = ''], [second = '', ...tail]) => {
  const keys = createKeys(SLOW_GAP_MS);
  keys.press(control(first), ...head);
  keys.press(control(second), ...tail.flatMap((one) => (one === 'Enter' ? [one] : [...one])));
  expect(done).toEqual([]);
  expect(scanned).toEqual(first === 'Note' ? [] : ['X00KETTLEN']);
});

it("leaves a person's keys unchanged", () => {
  const keys = createKeys(400);
  // Selected with the space bar or an arrow, confirmed with Enter.
  keys.press(control('Good'), ' ', 'Enter');
  keys.press(control('Good'), 'x', 'ArrowDown', 'Enter');
  keys.press(control('Note'), ...'a slow note', 'Enter');
  expect(done).toEqual(['chosen', 'submitted', 'chosen', 'submitted', 'submitted']);
  expect(scanned).toEqual([]);
});

it("doesn't read a letter and a much later Enter as a scan", () => {
  createKeys(1_200).press(control('Accept'), 'x', 'Enter');
  expect([done, scanned, tones]).toEqual([['pressed'], [], []]);
});

it('changes a drop-down by a letter, not by a slow code', async () => {
  const select = screen.getByRole<HTMLSelectElement>('combobox');
  scanSlowly(select, 'X00KETTLEN');
  expect([scanned, select.value]).toEqual([['X00KETTLEN'], 'Good']);
  createKeys(400).press(select, 'n');
  await waitFor(() => expect(select.value).toBe('New'));
  createKeys(400).press(select, 'Enter');
  expect([scanned.length, select.value]).toEqual([1, 'New']);
});

it('keeps the first keys of a code in which a busy machine paused, in a field that passes scans on', () => {
  const field = control('Search') as HTMLInputElement;
  field.focus();
  createKeys().press(field, 'X');
  createKeys(4, -150).press(field, ...'00KETTLEN', 'Enter');
  expect([scanned, field.value]).toEqual([['X00KETTLEN'], '']);
  createKeys(4, -800).press(field, 'X');
  createKeys(4, -900).press(field, ...'00');
  createKeys(4, -1_000).press(field, ...'KETTLEN', 'Enter');
  expect([scanned.splice(1), field.value]).toEqual([['X00KETTLEN'], '']);
  // Typed words stay, and are no part of the code.
  createKeys(4, -2_000).press(field, 'c');
  createKeys(4, -2_200).press(field, 'u');
  createKeys(4, -2_400).press(field, 'p');
  createKeys(4, -2_600).press(field, ...'X00CUPS001', 'Enter');
  expect([scanned, field.value]).toEqual([['X00KETTLEN', 'X00CUPS001'], 'cup']);
});
