import { type SearchResult, search } from '@stowage/contract/search/search';
import { defaultScheduler, notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createKeys } from '../../../test/scanner.ts';
import { server, signedIn } from '../../../test/server.ts';
import { createQueryClient, queryFor } from '../../api/query.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { MAX_GAP_MS } from '../../ui/scan/scanner-keys.ts';
import { useWedge } from '../../ui/scan/use-wedge.ts';
import { SearchPalette } from './SearchPalette.tsx';

const PLACES = [
  { title: 'Returns', path: '/returns' },
  { title: 'New count', path: '/counts?dialog=start' },
];
const KETTLE: SearchResult = {
  id: '1',
  title: 'Electric Kettle',
  detail: 'KETTLE-N · 4 in stock',
  imageUrl: null,
  path: '/merchantfulfilledinventory?tab=stock&q=KETTLE-N',
  isExact: true,
};

let answers: Record<string, unknown>;
let asked: string[];
let opened: string[];

beforeEach(() => {
  localStorage.clear();
  signedIn();
  asked = [];
  opened = [];
  answers = {
    X00KETTLEN: { groups: [{ kind: 'product', results: [KETTLE] }], late: [] },
    kett: {
      groups: [
        { kind: 'product', results: [{ ...KETTLE, isExact: false }] },
        { kind: 'case', results: [{ ...KETTLE, id: '7', title: 'Case 7', path: '/case-review?case=7', isExact: false }] },
      ],
      late: [],
    },
  };
  server.use(
    http.get('/api/search', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      asked.push(q);
      return HttpResponse.json((answers[q] as object | undefined) ?? { groups: [], late: [] });
    }),
  );
});

function open({ roles = ['ROLE_USER'], places = PLACES, client = createQueryClient() } = {}) {
  render(
    <QueryClientProvider client={client}>
      <button type="button">Elsewhere</button>
      <SearchPalette userId="7" roles={roles} places={places} onOpen={(path) => opened.push(path)} />
    </QueryClientProvider>,
  );
  // Slower than a scanner, like a person.
  return { user: userEvent.setup({ delay: MAX_GAP_MS + 10 }), field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }) };
}

it('lists results by kind and opens the one selected with the keys', async () => {
  const { user, field } = open();
  await user.type(field, 'kett');
  expect(await screen.findByRole('option', { name: /Case 7/ })).toBeTruthy();
  expect(
    within(screen.getByRole('group', { name: 'Products' }))
      .getByRole('option', { name: /Electric Kettle/ })
      .matches('[aria-selected=true]'),
  ).toBe(true);
  expect(asked).toEqual(['kett']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(opened).toEqual(['/case-review?case=7']);
  expect(field.value).toBe('');
  expect(screen.queryByRole('option')).toBeNull();
});

it('selects what the pointer moves over, but not what appears below a resting one', async () => {
  const { user, field } = open();
  await user.type(field, 'kett');
  const other = await screen.findByRole('option', { name: /Case 7/ });
  const isSelectedAfter = (movement: number) => {
    const event = createEvent.pointerMove(other);
    Object.defineProperties(event, { movementX: { value: movement }, movementY: { value: 0 } });
    fireEvent(other, event);
    return other.matches('[aria-selected=true]');
  };
  expect([isSelectedAfter(0), isSelectedAfter(-1)]).toEqual([false, true]);
});

it('opens the exact match once the answer arrives after Enter', async () => {
  const { user, field } = open();
  await user.type(field, 'X00KETTLEN{Enter}');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['X00KETTLEN']);
});

it('stays open after Enter without an exact match', async () => {
  const { user, field } = open();
  await user.type(field, 'kett{Enter}');
  expect(await screen.findByRole('option', { name: /Case 7/ })).toBeTruthy();
  expect(opened).toEqual([]);
  await user.keyboard('{Enter}');
  expect(opened).toEqual([KETTLE.path]);
});

it('finds pages and actions without the server', async () => {
  const { user, field } = open();
  await user.type(field, 'new c');
  await user.click(await screen.findByRole('option', { name: 'New count' }));
  expect(opened).toEqual(['/counts?dialog=start']);
});

it('shows a person’s own recent searches for an empty text', async () => {
  const { user, field } = open();
  await user.type(field, 'X00KETTLEN{Enter}');
  await waitFor(() => expect(opened).toHaveLength(1));
  await user.keyboard('/');
  expect(document.activeElement).toBe(field);
  const recent = await screen.findByRole('group', { name: 'Recent searches' });
  await user.click(within(recent).getByRole('option', { name: /Electric Kettle/ }));
  expect(opened).toEqual([KETTLE.path, KETTLE.path]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('stowage.searches'))).toEqual(['stowage.searches.7']);
});

it('opens with Ctrl+K and leaves a slash in a field alone', async () => {
  const { user, field } = open();
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'a/b');
  expect(field.value).toBe('a/b');
});

it('opens the record of a scan wherever the focus is', async () => {
  const { user } = open();
  const button = screen.getByRole('button', { name: 'Elsewhere' });
  button.focus();
  scan(button, 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  await user.keyboard('{Escape}');
});

it('accepts a scan after one without results, also in the field', async () => {
  const { user, field } = open();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'NOSUCH99');
  expect(await screen.findByText('No results for NOSUCH99.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 8]);
  await user.click(field);
  typeFast(field, 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['NOSUCH99', 'X00KETTLEN']);
});

it('searches again for a code without results', async () => {
  const { field } = open();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00ADDED');
  expect(await screen.findByText('No results for X00ADDED.')).toBeTruthy();
  answers.X00ADDED = { groups: [{ kind: 'product', results: [{ ...KETTLE, id: '3', title: 'X00ADDED', path: '/added' }] }], late: [] };
  scan(field, 'X00ADDED');
  await waitFor(() => expect(opened).toEqual(['/added']));
});

it('lists each of several fast scans with its result, and keeps them while their records are opened', async () => {
  const { user, field } = open({ places: [...PLACES, { title: 'Add Product', path: '/products/new' }] });
  answers.X00CUPS = { groups: [{ kind: 'product', results: [{ ...KETTLE, id: '2', title: 'Cups', detail: null, path: '/cups' }] }], late: [] };
  for (const code of ['X00KETTLEN', 'X00CUPS', 'NOSUCH99', 'X00CUPS']) scan(screen.getByRole('button', { name: 'Elsewhere' }), code);
  const rows = () => within(screen.getByRole('group', { name: 'Scans' })).getAllByRole('option');
  await waitFor(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      'CupsX00CUPS',
      'Add Product NOSUCH99No results',
      'Electric KettleX00KETTLEN · KETTLE-N · 4 in stock',
    ]),
  );
  expect(screen.getByText('3 codes were scanned. Choose the one to open.')).toBeTruthy();
  await user.keyboard('{ArrowDown}{Enter}');
  expect([opened, field.value]).toEqual([['/cups'], '']);
  await user.keyboard('/');
  await user.click(rows()[2] as HTMLElement);
  expect(opened).toEqual(['/cups', KETTLE.path]);
  expect(asked.toSorted()).toEqual(['NOSUCH99', 'X00CUPS', 'X00KETTLEN']);
});

/** Holds the answers to all searches. @returns a function that gives them */
function holdAnswers(): () => void {
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  server.use(
    http.get('/api/search', async ({ request }) => {
      await held;
      return HttpResponse.json((answers[new URL(request.url).searchParams.get('q') ?? ''] as object | undefined) ?? { groups: [], late: [] });
    }),
  );
  return () => give();
}

it('takes the answers to many codes while many keys follow each other without a pause', async () => {
  const client = createQueryClient();
  const known = { groups: [{ kind: 'product' as const, results: [KETTLE] }], late: [] };
  const know = (q: string) => client.setQueryData(queryFor(search, { query: { q } }).queryKey, known);
  const { field } = open({ client });
  const answer = holdAnswers();
  const [first = '', ...others] = Array.from({ length: 70 }, (_, nth) => `X00MANY${10 + nth}`);
  for (const code of others) know(code);
  answers[first] = known;
  for (const code of [first, ...others]) scan(screen.getByRole('button', { name: 'Elsewhere' }), code);
  const problems = errorsOf(window);
  await withoutPauses(async (turn) => {
    know(first);
    for (let key = 0; key < 70; key++) {
      press(field, 'ArrowDown');
      await turn();
    }
  });
  answer();
  const found = () => within(screen.getByRole('group', { name: 'Scans' })).getAllByRole('option', { name: /KETTLE-N/ });
  await waitFor(() => expect(found()).toHaveLength(70));
  expect(problems).toEqual([]);
});

it('opens the record of a clicked scan once it is found', async () => {
  const { user } = open();
  const answer = holdAnswers();
  for (const code of ['X00KETTLEN', 'X00CUPS']) scan(screen.getByRole('button', { name: 'Elsewhere' }), code);
  await user.click(await screen.findByRole('option', { name: /^X00KETTLEN/ }));
  expect(screen.getByRole('option', { name: /Opens once it is found/ })).toBeTruthy();
  expect(opened).toEqual([]);
  answer();
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it.each([
  ['Escape', '{Escape}'],
  ['more text', 'k'],
])('opens no clicked scan after %s', async (_what, keys) => {
  const { user } = open();
  const answer = holdAnswers();
  for (const code of ['X00KETTLEN', 'X00CUPS']) scan(screen.getByRole('button', { name: 'Elsewhere' }), code);
  await user.click(await screen.findByRole('option', { name: /^X00KETTLEN/ }));
  await user.keyboard(keys);
  answer();
  await user.keyboard('{Control>}k{/Control}');
  await user.clear(screen.getByRole('combobox'));
  await user.type(screen.getByRole('combobox'), 'kett');
  expect(await screen.findByRole('option', { name: /Case 7/ })).toBeTruthy();
  expect(opened).toEqual([]);
});

it('lists the codes of a burst together although a busy machine delivered some of them late', async () => {
  open();
  const keys = createKeys();
  const burst = (code: string) => keys.press(document.activeElement as HTMLElement, ...code, 'Enter');
  burst('NOSUCH99');
  expect(await screen.findByText('No results for NOSUCH99.')).toBeTruthy();
  const later = performance.now() + 3_000;
  const now = vi.spyOn(performance, 'now').mockReturnValue(later);
  burst('X00KETTLEN');
  now.mockRestore();
  await waitFor(() => expect(within(screen.getByRole('group', { name: 'Scans' })).getAllByRole('option')).toHaveLength(2));
  expect(opened).toEqual([]);
});

it('lists both codes when the second one is scanned before the first one has its result', async () => {
  open();
  const answer = holdAnswers();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'NOSUCH99');
  createKeys(4, -3_000).press(screen.getByRole('combobox'), ...'X00KETTLEN', 'Enter');
  answer();
  await waitFor(() => expect(within(screen.getByRole('group', { name: 'Scans' })).getAllByRole('option')).toHaveLength(2));
  expect(opened).toEqual([]);
});

it('lists a scan that follows a record which was just opened', async () => {
  open();
  answers.X00CUPS = { groups: [{ kind: 'product', results: [{ ...KETTLE, id: '2', title: 'Cups', path: '/cups' }] }], late: [] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00CUPS');
  await waitFor(() => expect(within(screen.getByRole('group', { name: 'Scans' })).getAllByRole('option')).toHaveLength(2));
  expect(opened).toEqual([KETTLE.path]);
});

it('accepts text right after the slash', () => {
  const { field } = open();
  act(() => void press(document.body, '/'));
  expect(document.activeElement).toBe(field);
  expect(press(field, 'k')).toBe(true);
});

it('leaves scans to a page with a scan field', async () => {
  const scanned: string[] = [];
  function Bench() {
    useWedge({ onScan: (code) => scanned.push(code), focusField: () => {} });
    return null;
  }
  const bench = render(<Bench />);
  open();
  const button = screen.getByRole('button', { name: 'Elsewhere' });
  scan(button, 'X00KETTLEN');
  expect(scanned).toEqual(['X00KETTLEN']);
  bench.unmount();
  scan(button, 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(scanned).toEqual(['X00KETTLEN']);
  expect(asked).toEqual(['X00KETTLEN']);
});

it('ignores scans while a dialog is open', async () => {
  const shown = render(
    <Dialog title="Undo shipping" open onClose={() => {}}>
      <button type="button">Undo</button>
    </Dialog>,
  );
  open();
  const button = screen.getByRole('button', { name: 'Undo' });
  scan(button, 'X00KETTLEN');
  // A person's Enter comes later than a scanner's second one.
  await new Promise((resolve) => setTimeout(resolve, 2 * MAX_GAP_MS));
  expect(press(button, 'Enter')).toBe(true);
  expect(asked).toEqual([]);
  shown.unmount();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['X00KETTLEN']);
});

it('reports missing results and failed searches', async () => {
  const { user, field } = open();
  await user.type(field, 'zzz');
  expect(await screen.findByText('No results for zzz.')).toBeTruthy();
  server.use(http.get('/api/search', () => HttpResponse.json({ error: { code: 'forbidden', message: 'no' } }, { status: 403 })));
  await user.clear(field);
  await user.type(field, 'qqq');
  expect(await screen.findByText('The search failed. Press Enter to try again.')).toBeTruthy();
  answers.qqq = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  server.use(http.get('/api/search', () => HttpResponse.json(answers.qqq as object)));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it('searches again for kinds that timed out', async () => {
  const { user, field } = open();
  answers.slow = { groups: [], late: ['product'] };
  await user.type(field, 'slow');
  await waitFor(() => expect(asked).toEqual(['slow']));
  answers.slow = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  expect(await screen.findByRole('option', { name: /Electric Kettle/ })).toBeTruthy();
});

it('opens the match of a kind that timed out first, without offering to add a product meanwhile', async () => {
  open({ places: [...PLACES, { title: 'Add Product', path: '/products/new' }] });
  answers.X00SLOW = { groups: [], late: ['product'] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00SLOW');
  await waitFor(() => expect(asked).toEqual(['X00SLOW']));
  expect(await screen.findByText('Searching...')).toBeTruthy();
  answers.X00SLOW = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  await waitFor(() => expect(asked).toEqual(['X00SLOW', 'X00SLOW']));
  expect([screen.queryByText(/No results for/), screen.queryByRole('option', { name: /Add Product/ })]).toEqual([null, null]);
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it('does not wait for kinds that timed out when another has an exact match', async () => {
  open();
  answers.X00KETTLEN = { groups: [{ kind: 'product', results: [KETTLE] }], late: ['job'] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['X00KETTLEN']);
});

it('names the kinds that timed out, and Enter searches them again', async () => {
  const { user } = open({ places: [...PLACES, { title: 'Add Product', path: '/products/new' }] });
  answers.X00SLOW = { groups: [], late: ['product', 'unit'] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00SLOW');
  expect(await screen.findByText('Timed out: Products, Units. Press Enter to try again.')).toBeTruthy();
  expect(asked).toHaveLength(3);
  expect(screen.queryByRole('option')).toBeNull();
  answers.X00SLOW = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  await user.keyboard('{Enter}');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it('hides recent searches without permission', async () => {
  const kept = [
    { kind: 'product', title: 'Electric Kettle', path: '/merchantfulfilledinventory?tab=stock&q=KETTLE-N' },
    { kind: 'place', title: 'Audit log', path: '/audit-log' },
    { kind: 'place', title: 'Add Product X00NEW', path: '/products/new?code=X00NEW' },
    { kind: 'place', title: 'New count', path: '/counts?dialog=start' },
    { kind: 'document', title: 'An invoice', path: '/documents?document=7' },
    { title: 'Of before kinds were kept', path: '/returns' },
    { kind: 'constructor', title: 'Of no kind', path: '/returns' },
  ];
  localStorage.setItem('stowage.searches.7', JSON.stringify(kept));
  const { user } = open({ places: [...PLACES, { title: 'Add Product', path: '/products/new' }] });
  await user.keyboard('/');
  const recent = await screen.findByRole('group', { name: 'Recent searches' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Electric Kettle', 'Add Product X00NEW', 'New count']);
});

it('hides recent records of kinds without permission', async () => {
  localStorage.setItem('stowage.searches.7', JSON.stringify([{ kind: 'product', title: 'Electric Kettle', path: '/products/1' }]));
  const { user } = open({ roles: [] });
  await user.keyboard('/');
  expect(await screen.findByText('Type or scan a code, or enter words of a title.')).toBeTruthy();
  expect(screen.queryByRole('option')).toBeNull();
});

it('does not store documents in the recent searches', async () => {
  answers['INV-7.PDF'] = { groups: [{ kind: 'document', results: [{ ...KETTLE, title: 'INV-7.PDF', path: '/documents?document=7' }] }], late: [] };
  const { user, field } = open();
  await user.type(field, 'INV-7.PDF{Enter}');
  await waitFor(() => expect(opened).toEqual(['/documents?document=7']));
  expect(localStorage.getItem('stowage.searches.7')).toBe('[]');
});

/** As on a busy machine: React renders after each turn and runs the effects of a key, but nothing that is scheduled for later runs. */
async function withoutPauses(work: (turn: () => Promise<void>) => Promise<void>): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  notifyManager.setScheduler(queueMicrotask);
  await work(async () => {
    for (let microtask = 0; microtask < 3; microtask++) await null;
  });
  notifyManager.setScheduler(defaultScheduler);
  environment.IS_REACT_ACT_ENVIRONMENT = before;
}

/** The messages of errors that nothing caught, until the test ends. */
function errorsOf(page: Window): readonly string[] {
  const messages: string[] = [];
  const note = ({ message }: ErrorEvent) => messages.push(message);
  page.addEventListener('error', note);
  onTestFinished(() => page.removeEventListener('error', note));
  return messages;
}

/** Types like a scanner: without pauses, with Enter at the end. */
function scan(target: Element, code: string) {
  act(() => {
    for (const key of [...code, 'Enter']) press(target, key);
  });
}

/** Types like a scanner into a text field, after its text. */
function typeFast(field: HTMLInputElement, code: string) {
  const before = field.value;
  act(() => {
    for (const key of code) press(field, key);
    fireEvent.input(field, { target: { value: before + code } });
    press(field, 'Enter');
  });
}

/** @returns whether the key reached its target */
function press(target: Element, key: string): boolean {
  return target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
