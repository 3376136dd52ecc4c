import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createKeys } from '../../../test/scanner.ts';
import { ScanField } from './ScanField.tsx';

const DELAY_MS = 100;

it('submits typed text after a pause, but waits for the rest of a code after the page was busy', async () => {
  const submitted: string[] = [];
  render(<ScanField label="Code" delayMs={DELAY_MS} onInput={() => {}} onSubmit={(text) => submitted.push(text)} />);
  const field = screen.getByLabelText('Code');
  const enter = (value: string) => fireEvent.change(field, { target: { value } });

  enter('A-1');
  await expect.poll(() => submitted).toEqual(['A-1']);

  enter('6000000');
  const busyUntil = performance.now() + DELAY_MS * 4;
  while (performance.now() < busyUntil);
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  expect(submitted).toEqual(['A-1']);
  enter('600000000095');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(submitted).toEqual(['A-1', '600000000095']);
});

it('keeps the next code apart from one that a pause submitted whole before its Enter arrived', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const submitted: string[] = [];
  render(<ScanField label="Code" delayMs={DELAY_MS} onInput={() => {}} onSubmit={(text) => submitted.push(text)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  const keys = createKeys();
  keys.press(field, ...'LPNC0038');
  act(() => vi.advanceTimersByTime(DELAY_MS));
  // The machine held back the Enter and the next code.
  keys.press(field, 'Enter', ...'X00SFWBRDO', 'Enter');
  expect(submitted).toEqual(['LPNC0038', 'X00SFWBRDO']);
  vi.useRealTimers();
});

it('completes a code that a pause cut in two, because the machine held back its other keys', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const submitted: string[] = [];
  render(<ScanField label="Code" delayMs={DELAY_MS} onInput={() => {}} onSubmit={(text) => submitted.push(text)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  const keys = createKeys();
  keys.press(field, '6');
  act(() => vi.advanceTimersByTime(DELAY_MS));
  expect(submitted).toEqual(['6']);
  keys.press(field, ...'00000000095', 'Enter');
  expect(submitted).toEqual(['6', '600000000095']);
  // A key that was pressed after the pause begins another text.
  createKeys(150).press(field, ...'B7', 'Enter');
  expect(submitted.at(-1)).toBe('B7');
  vi.useRealTimers();
});
