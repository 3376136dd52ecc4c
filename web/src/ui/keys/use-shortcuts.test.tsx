import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MODAL, useWedge, useWedgeOfLastResort } from '../scan/use-wedge.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Neighbors } from '../table/rows/Neighbors.tsx';
import { useRowKeys } from '../table/rows/use-row-keys.ts';
import { ShortcutSheet } from './ShortcutSheet.tsx';

interface Row {
  readonly id: number;
}

const ROWS: readonly Row[] = [{ id: 1 }, { id: 2 }, { id: 3 }];
const columns: readonly Column<Row>[] = [{ heading: 'Row', cell: ({ id }) => `Row ${id}` }];
const done: string[] = [];
const scanned: string[] = [];
const HELD_MS = 100;

function List() {
  const { box, rowFocus } = useRowKeys({
    rows: ROWS,
    keyOf: ({ id }) => id,
    onOpen: ({ id }) => done.push(`open ${id}`),
    onEdit: ({ id }) => done.push(`edit ${id}`),
    onSelect: ({ id }, isRange) => done.push(`${isRange ? 'select up to' : 'select'} ${id}`),
  });
  return (
    <div ref={box}>
      <DataTable label="Rows" columns={columns} rows={ROWS} keyOf={({ id }) => id} rowFocus={rowFocus} />
    </div>
  );
}

function Bench() {
  const [text, setText] = useState('');
  useWedge({ onScan: (code) => scanned.push(code), focusField: () => screen.getByLabelText('Scan').focus() });
  return <input aria-label="Scan" value={text} onChange={({ target }) => setText(target.value)} />;
}

function Elsewhere() {
  useWedgeOfLastResort((code) => scanned.push(code));
  return <button type="button">Elsewhere</button>;
}

let now = 0;
beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
  scanned.length = 0;
});
afterEach(() => vi.useRealTimers());

/** Presses a key some time after the one before. */
function press(key: string, afterMs = 500, options: KeyboardEventInit = {}) {
  now += afterMs;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  Object.defineProperty(event, 'timeStamp', { value: now });
  fireEvent(document.activeElement ?? document.body, event);
  if (afterMs >= HELD_MS) vi.advanceTimersByTime(HELD_MS);
}

it('moves from row to row, and opens, edits and selects the row with the focus', () => {
  render(<List />);
  press('ArrowDown');
  press('j');
  press('J');
  expect(document.activeElement?.textContent).toBe('Row 3');
  press('k');
  press('Enter');
  press('x');
  press('e');
  press('X', 500, { shiftKey: true });
  expect(done).toEqual(['open 2', 'select 2', 'edit 2', 'select up to 2']);
  press('x', 500, { ctrlKey: true });
  press('x', 500, { altKey: true });
  expect(done).toHaveLength(4);
});

it('lets a person who works fast press keys one after the other', () => {
  render(<List />);
  press('ArrowDown');
  for (const key of ['x', 'j', 'x']) press(key, 150);
  press('Enter', 150);
  expect(done).toEqual(['select 1', 'select 2', 'open 2']);
});

it.each([
  ['a scan field', true],
  ['no scan field', false],
])('takes no key of a scanner for a shortcut, on a page with %s', (_page, isBench) => {
  render(
    <>
      <List />
      {isBench && <Bench />}
    </>,
  );
  press('ArrowDown');
  const row = document.activeElement;
  for (const key of 'XEJ00KX') press(key, 20);
  press('Enter', 20);
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual([]);
  expect(document.activeElement).toBe(row);
  expect(scanned).toEqual(isBench ? ['XEJ00KX'] : []);
});

it('leaves letters to text fields, and those typed on a page to its scan field', () => {
  render(
    <>
      <List />
      <Bench />
    </>,
  );
  press('x');
  expect(document.activeElement).toBe(screen.getByLabelText('Scan'));
  press('j');
  press('ArrowDown');
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('Scan'));
});

it('enters the list by j and k on a page with a scan field, where fast keys remain a scan', () => {
  render(
    <>
      <List />
      <Bench />
    </>,
  );
  press('j');
  expect(document.activeElement?.textContent).toBe('Row 1');
  (document.activeElement as HTMLElement).blur();
  now += 1_500;
  for (const key of ['j', 'K', '-', '1', 'Enter']) press(key, 4);
  vi.advanceTimersByTime(HELD_MS);
  expect([scanned, document.activeElement]).toEqual([['jK-1'], document.body]);
  press('J');
  expect(document.activeElement).toBe(screen.getByLabelText('Scan'));
});

it.each(['the page', 'a button'])('opens the sheet by ? right after a letter on %s without rows, and reads a scan there', async (place) => {
  render(
    <>
      <Elsewhere />
      <ShortcutSheet />
    </>,
  );
  if (place === 'a button') screen.getByRole('button', { name: 'Elsewhere' }).focus();
  press('g');
  press('Shift');
  press('?', 10);
  vi.advanceTimersByTime(HELD_MS);
  expect(await vi.waitFor(() => screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))).toBeTruthy();
  press('Escape');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const key of [...'X00KETTLEN', 'Enter']) press(key, 65);
  expect(scanned).toEqual(['X00KETTLEN']);
});

it('walks on with each letter in a dialog above a list, however soon it follows', () => {
  render(
    <>
      <Bench />
      <div {...MODAL} role="dialog" aria-label="Record" tabIndex={-1}>
        <Neighbors place="2 of 3" onPrevious={() => done.push('previous')} onNext={() => done.push('next')} isInDialog />
      </div>
    </>,
  );
  screen.getByRole('dialog').focus();
  for (const key of ['n', 'n', 'p', 'n']) press(key);
  expect(done).toEqual(['next', 'next', 'previous', 'next']);
});
