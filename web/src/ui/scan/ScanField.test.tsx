import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createKeys, scanInto } from '../../../test/scanner.ts';
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

it('submits a code without Enter after the delay, also of a scanner that ended its codes with Enter', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // Long after the machine was busy.
  vi.advanceTimersByTime(3_600_000);
  const submitted: string[] = [];
  render(<ScanField label="Code" delayMs={DELAY_MS} onInput={() => {}} onSubmit={(text) => submitted.push(text)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  for (const code of ['X00SFWBRDO', 'X00NLOEPDW', 'X002525SON']) scanInto(field, code);
  createKeys().press(field, ...'X00KETTLEN');
  act(() => vi.advanceTimersByTime(DELAY_MS));
  expect(submitted.at(-1)).toBe('X00KETTLEN');
  vi.useRealTimers();
});

it('keeps a code without Enter apart from the next one while a busy machine still waits for its end', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const submitted: string[] = [];
  render(<ScanField label="Code" delayMs={DELAY_MS} onInput={() => {}} onSubmit={(text) => submitted.push(text)} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  for (const code of ['X00SFWBRDO', 'X00NLOEPDW']) scanInto(field, code);
  createKeys(4, 500).press(field, ...'X002525SON');
  createKeys(4, 500 - DELAY_MS * 2).press(field, ...'X00KETTLEN', 'Enter');
  expect(submitted).toEqual(['X00SFWBRDO', 'X00NLOEPDW', 'X002525SON', 'X00KETTLEN']);
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
