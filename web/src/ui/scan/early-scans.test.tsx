import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeys, scanInto, typeByHand } from '../../../test/scanner.ts';
import { keepEarlyScans, useEarlyScans, useNewPage } from './early-scans.ts';
import { PASSES_SCANS, useWedge, useWedgeOfLastResort } from './use-wedge.ts';

vi.mock('../dialog/Toast.tsx', () => ({ toast: (_kind: string, text: string) => void messages.push(text) }));
vi.mock('./sounds.ts', () => ({ playTone: (tone: string) => void tones.push(tone) }));

const messages: string[] = [];
const tones: string[] = [];
const ASKS_AGAIN = 'The page was still loading. Scan the code again.';
const scanned: string[] = [];
const searched: string[] = [];
let stop: () => void;

interface PageProps {
  readonly isLoading: boolean;
  readonly hasField: boolean;
  readonly path?: string;
  /** Another page was chosen. */
  readonly isLeaving?: boolean;
}

function Page({ isLoading, hasField, path = '/scan', isLeaving = false }: PageProps) {
  useEarlyScans(isLoading || isLeaving);
  useNewPage(path, isLeaving);
  useWedgeOfLastResort((code) => searched.push(code));
  return (
    <>
      <input aria-label="Search" {...PASSES_SCANS} />
      {!isLoading && hasField && <ScanPage key={path} />}
    </>
  );
}

function ScanPage() {
  useWedge({ onScan: (code) => scanned.push(code), focusField: () => {} });
  return <input aria-label="Code" autoFocus />;
}

/** A key that the page's first script heard. @param at when it was pressed, as in `event.timeStamp` */
function keyAt(at: number, key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key });
  Object.defineProperties(event, { timeStamp: { value: at }, target: { value: document.body } });
  return event;
}

/** Starts the page as a browser does that heard these keys since `since`. */
function start(since: number, keys: readonly KeyboardEvent[] = []): void {
  globalThis.firstKeys = { since, take: () => keys };
  stop = keepEarlyScans();
}

const keysFrom = (at: number, text: string) => [...text].map((key, nth) => keyAt(at + nth * 5, key));

beforeEach(() => {
  for (const list of [messages, tones, scanned, searched]) list.length = 0;
});
afterEach(() => {
  stop();
  globalThis.firstKeys = undefined;
});

it('hands the codes that were scanned before the page was there to its scan field, in order', async () => {
  const now = performance.now();
  start(now - 1_000, [...keysFrom(now - 800, 'X00FIRST01'), keyAt(now - 750, 'Enter')]);
  const { rerender } = render(<Page isLoading hasField />);
  scanInto(document.body, 'X00SECOND1');
  expect(scanned).toEqual([]);
  rerender(<Page isLoading={false} hasField />);
  await waitFor(() => expect(scanned).toEqual(['X00FIRST01', 'X00SECOND1']));
  expect(searched).toEqual([]);
});

it('keeps a code whole that began before the page was there and ended after it', async () => {
  const now = performance.now();
  start(now - 1_000, keysFrom(now - 25, 'X00WH'));
  const { rerender } = render(<Page isLoading hasField />);
  rerender(<Page isLoading={false} hasField />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  act(() => field.focus());
  scanInto(field, 'OLE01');
  await waitFor(() => expect(scanned).toEqual(['X00WHOLE01']));
  expect(field.value).toBe('');
});

it.each(['/scan', '/returns'])('gives the next page, %s, the whole code that began in a field of the page before', async (path) => {
  start(performance.now() - 1_000);
  const { rerender } = render(<Page isLoading={false} hasField path="/returns" />);
  createKeys().press(screen.getByLabelText('Code'), ...'X00BE');
  rerender(<Page isLoading={false} hasField={false} path="/returns" />);
  rerender(<Page isLoading={false} hasField path={path} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  scanInto(field, 'GAN01');
  await waitFor(() => expect(scanned).toEqual(['X00BEGAN01']));
  expect(field.value).toBe('');
});

it('gives the page that was chosen a code that is scanned while the one before is still shown', async () => {
  start(performance.now() - 1_000);
  const { rerender } = render(<Page isLoading={false} hasField path="/returns" />);
  rerender(<Page isLoading={false} hasField isLeaving path="/returns" />);
  // The click on the link took the focus from the field.
  act(() => screen.getByLabelText('Code').blur());
  scanInto(document.body, 'X00CHOSEN1');
  await new Promise((resolve) => setTimeout(resolve));
  expect(scanned).toEqual([]);
  rerender(<Page isLoading={false} hasField />);
  await waitFor(() => expect(scanned).toEqual(['X00CHOSEN1']));
});

it('asks for the code again whose end never came', async () => {
  start(performance.now() - 1_000);
  const { rerender } = render(<Page isLoading hasField />);
  createKeys().press(document.body, ...'X00BEGAN01');
  rerender(<Page isLoading={false} hasField />);
  await waitFor(() => expect(messages).toEqual([ASKS_AGAIN]));
  expect(scanned).toEqual([]);
});

it.each([-5, 10])('refuses a code whose first characters nothing could hear, %s ms after the page began to hear', async (ms) => {
  const now = performance.now();
  start(now - 200, [...keysFrom(now - 200 + ms, 'CUT01'), keyAt(now - 175 + ms, 'Enter')]);
  render(<Page isLoading={false} hasField />);
  await waitFor(() => expect(messages).toEqual([ASKS_AGAIN]));
  expect(tones).toEqual(['error']);
  expect([...scanned, ...searched]).toEqual([]);
});

it('takes a code whole that began so late that a key before would have been heard', async () => {
  const now = performance.now();
  start(now - 200, [...keysFrom(now - 170, 'WHOLE01'), keyAt(now - 135, 'Enter')]);
  render(<Page isLoading={false} hasField />);
  await waitFor(() => expect(scanned).toEqual(['WHOLE01']));
});

it('searches for the code on a page without a scan field, once it is there', async () => {
  start(performance.now() - 1_000);
  const { rerender } = render(<Page isLoading hasField={false} />);
  scanInto(document.body, 'X00FIRST01');
  await new Promise((resolve) => setTimeout(resolve));
  expect(searched).toEqual([]);
  rerender(<Page isLoading={false} hasField={false} />);
  await waitFor(() => expect(searched).toEqual(['X00FIRST01']));
  createKeys().press(document.body, ...'X00LATER01', 'Enter');
  expect(searched).toEqual(['X00FIRST01', 'X00LATER01']);
});

it('leaves in the search field what a person types there while the page is loading', async () => {
  start(performance.now() - 1_000);
  render(<Page isLoading hasField={false} />);
  const search = screen.getByLabelText<HTMLInputElement>('Search');
  typeByHand(search, 'mug');
  expect(search.value).toBe('mug');
  await new Promise((resolve) => setTimeout(resolve));
  expect([...searched, ...scanned]).toEqual([]);
});

it('gives the page a code that is scanned into the search field while the page is loading, also with a pause', async () => {
  start(performance.now() - 1_000);
  const { rerender } = render(<Page isLoading hasField />);
  const search = screen.getByLabelText<HTMLInputElement>('Search');
  const keys = createKeys();
  keys.press(search, ...'X00');
  keys.pause(120);
  keys.press(search, ...'FIRST01', 'Enter');
  expect(search.value).toBe('');
  rerender(<Page isLoading={false} hasField />);
  await waitFor(() => expect(scanned).toEqual(['X00FIRST01']));
});

it('gives the page a code whose last keys come after its field took the focus from the search field', async () => {
  start(performance.now() - 1_000);
  const { rerender } = render(<Page isLoading hasField />);
  const search = screen.getByLabelText<HTMLInputElement>('Search');
  const keys = createKeys();
  keys.press(search, ...'X00BE');
  rerender(<Page isLoading={false} hasField />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  keys.press(field, ...'GAN01', 'Enter');
  await waitFor(() => expect(scanned).toEqual(['X00BEGAN01']));
  expect([search.value, field.value]).toEqual(['', '']);
});
