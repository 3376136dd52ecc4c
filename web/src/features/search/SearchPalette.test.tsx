import type { SearchResult } from '@stowage/contract/search/search';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import { createQueryClient } from '../../api/query.ts';
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

function open({ roles = ['ROLE_USER'], places = PLACES } = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <button type="button">Elsewhere</button>
      <SearchPalette userId="7" roles={roles} places={places} onOpen={(path) => opened.push(path)} />
    </QueryClientProvider>,
  );
  // As a person types: faster would be a scanner.
  return { user: userEvent.setup({ delay: MAX_GAP_MS + 10 }), field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }) };
}

it('lists what was found by kind, and opens what is chosen with the keys', async () => {
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

it('opens what a code names as soon as it is known, when Enter came before the answer', async () => {
  const { user, field } = open();
  await user.type(field, 'X00KETTLEN{Enter}');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['X00KETTLEN']);
});

it('stays open after Enter where nothing bears that very name', async () => {
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

it('shows what was opened last when nothing is typed, to this person alone', async () => {
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

it('is reached by Ctrl+K, and a slash in a field stays a slash', async () => {
  const { user, field } = open();
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(field);
  await user.type(field, 'a/b');
  expect(field.value).toBe('a/b');
});

it('hears a scan wherever the focus is, and opens what it names', async () => {
  const { user } = open();
  const button = screen.getByRole('button', { name: 'Elsewhere' });
  button.focus();
  scan(button, 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  await user.keyboard('{Escape}');
});

it('takes a scan anew after one that named nothing, also in the field itself', async () => {
  const { user, field } = open();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'NOSUCH99');
  expect(await screen.findByText('Nothing here is called NOSUCH99.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 8]);
  await user.click(field);
  typeFast(field, 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['NOSUCH99', 'X00KETTLEN']);
});

it('asks anew for a code that named nothing before: it may be there by now', async () => {
  const { field } = open();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00ADDED');
  expect(await screen.findByText('Nothing here is called X00ADDED.')).toBeTruthy();
  answers.X00ADDED = { groups: [{ kind: 'product', results: [{ ...KETTLE, id: '3', title: 'X00ADDED', path: '/added' }] }], late: [] };
  scan(field, 'X00ADDED');
  await waitFor(() => expect(opened).toEqual(['/added']));
});

it('works on scans that come at once in their order, and opens the last one that names a record', async () => {
  open();
  answers.X00CUPS = { groups: [{ kind: 'product', results: [{ ...KETTLE, id: '2', path: '/cups' }] }], late: [] };
  act(() => {
    for (const code of ['X00KETTLEN', 'X00CUPS', 'NOSUCH99'])
      for (const key of [...code, 'Enter']) press(screen.getByRole('button', { name: 'Elsewhere' }), key);
  });
  await waitFor(() => expect(opened).toEqual(['/cups']));
  expect(asked.toSorted()).toEqual(['NOSUCH99', 'X00CUPS', 'X00KETTLEN']);
});

it('takes what is typed right behind the slash', () => {
  const { field } = open();
  act(() => void press(document.body, '/'));
  expect(document.activeElement).toBe(field);
  expect(press(field, 'k')).toBe(true);
});

it('leaves a scan to the page that has a scan field', async () => {
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

it('leads nowhere while a window is open, and presses nothing in it', async () => {
  const shown = render(
    <Dialog title="Undo shipping" open onClose={() => {}}>
      <button type="button">Undo</button>
    </Dialog>,
  );
  open();
  const button = screen.getByRole('button', { name: 'Undo' });
  scan(button, 'X00KETTLEN');
  expect(press(button, 'Enter')).toBe(true);
  expect(asked).toEqual([]);
  shown.unmount();
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['X00KETTLEN']);
});

it('says that nothing is called so, and that the search got no answer', async () => {
  const { user, field } = open();
  await user.type(field, 'zzz');
  expect(await screen.findByText('Nothing here is called zzz.')).toBeTruthy();
  server.use(http.get('/api/search', () => HttpResponse.json({ error: { code: 'forbidden', message: 'no' } }, { status: 403 })));
  await user.clear(field);
  await user.type(field, 'qqq');
  expect(await screen.findByText('The search got no answer. Enter asks again.')).toBeTruthy();
  answers.qqq = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  server.use(http.get('/api/search', () => HttpResponse.json(answers.qqq as object)));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it('asks again for kinds that were late', async () => {
  const { user, field } = open();
  answers.slow = { groups: [], late: ['product'] };
  await user.type(field, 'slow');
  await waitFor(() => expect(asked).toEqual(['slow']));
  answers.slow = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  expect(await screen.findByRole('option', { name: /Electric Kettle/ })).toBeTruthy();
});

it('opens what a scan names though its kind was late at first, and offers to add nothing meanwhile', async () => {
  open({ places: [...PLACES, { title: 'Add Product', path: '/products/new' }] });
  answers.X00SLOW = { groups: [], late: ['product'] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00SLOW');
  await waitFor(() => expect(asked).toEqual(['X00SLOW']));
  expect(await screen.findByText('Searching...')).toBeTruthy();
  answers.X00SLOW = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  await waitFor(() => expect(asked).toEqual(['X00SLOW', 'X00SLOW']));
  expect([screen.queryByText(/Nothing here is called/), screen.queryByRole('option', { name: /Add Product/ })]).toEqual([null, null]);
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it('does not wait for late kinds where another knows the code', async () => {
  open();
  answers.X00KETTLEN = { groups: [{ kind: 'product', results: [KETTLE] }], late: ['job'] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00KETTLEN');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
  expect(asked).toEqual(['X00KETTLEN']);
});

it('says which kinds never answered instead of that nothing is called so, and Enter asks them anew', async () => {
  const { user } = open({ places: [...PLACES, { title: 'Add Product', path: '/products/new' }] });
  answers.X00SLOW = { groups: [], late: ['product', 'unit'] };
  scan(screen.getByRole('button', { name: 'Elsewhere' }), 'X00SLOW');
  expect(await screen.findByText('Not answered in time: Products, Units. Enter asks again.', {}, { timeout: 3_000 })).toBeTruthy();
  expect(asked).toHaveLength(3);
  expect(screen.queryByRole('option')).toBeNull();
  answers.X00SLOW = { groups: [{ kind: 'product', results: [KETTLE] }], late: [] };
  await user.keyboard('{Enter}');
  await waitFor(() => expect(opened).toEqual([KETTLE.path]));
});

it('shows nothing of what was opened lately that this person may not open any more', async () => {
  const kept = [
    { kind: 'product', title: 'Electric Kettle', path: '/merchantfulfilledinventory?tab=stock&q=KETTLE-N' },
    { kind: 'place', title: 'Audit log', path: '/audit-log' },
    { kind: 'place', title: 'Add Product X00NEW', path: '/products/new?code=%22X00NEW%22' },
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

it('shows no record of a kind that nobody with these roles may see', async () => {
  localStorage.setItem('stowage.searches.7', JSON.stringify([{ kind: 'product', title: 'Electric Kettle', path: '/products/1' }]));
  const { user } = open({ roles: [] });
  await user.keyboard('/');
  expect(await screen.findByText('Type or scan a code, or words of a title.')).toBeTruthy();
  expect(screen.queryByRole('option')).toBeNull();
});

it('keeps no document among what was opened lately', async () => {
  answers['INV-7.PDF'] = { groups: [{ kind: 'document', results: [{ ...KETTLE, title: 'INV-7.PDF', path: '/documents?document=7' }] }], late: [] };
  const { user, field } = open();
  await user.type(field, 'INV-7.PDF{Enter}');
  await waitFor(() => expect(opened).toEqual(['/documents?document=7']));
  expect(localStorage.getItem('stowage.searches.7')).toBe('[]');
});

/** As a scanner types: without a pause, Enter at the end. */
function scan(target: Element, code: string) {
  act(() => {
    for (const key of [...code, 'Enter']) press(target, key);
  });
}

/** As a scanner types into a text field: behind what stands there. */
function typeFast(field: HTMLInputElement, code: string) {
  const before = field.value;
  act(() => {
    for (const key of code) press(field, key);
    fireEvent.input(field, { target: { value: before + code } });
    press(field, 'Enter');
  });
}

/** @returns whether the key reached what it was pressed in */
function press(target: Element, key: string): boolean {
  return target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
