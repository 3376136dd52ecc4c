import type { CountRow } from '@stowage/contract/inventory/counts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { createKeys, scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { CountsPage } from './CountsPage.tsx';
import type { CountsAddress } from './count-address.ts';

const row: CountRow = {
  id: 12,
  state: 'COUNTING',
  is_blind: true,
  locations: ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'].map((location, nth) => ({ location_id: nth + 1, location })),
  assignee: { id: 7, name: 'Ann' },
  due_on: '2026-11-30',
  started_by: 'Bob',
  created_at: '2026-11-20 14:03:05',
  closed_at: null,
  lines: 1_200,
  counted_lines: 3,
  equal_lines: null,
};
let rows: CountRow[] = [];
let queries: string[] = [];
let started: unknown[] = [];
let opened: number[] = [];

beforeEach(() => {
  signedIn();
  [rows, queries, started, opened] = [[row], [], [], []];
  server.use(
    http.get('/api/locations', () =>
      HttpResponse.json([
        { id: 1, location: 'A-1' },
        { id: 2, location: 'B-3' },
      ]),
    ),
    http.get('/api/counts/people', () => HttpResponse.json([{ id: 7, name: 'Ann' }])),
    http.get('/api/counts', ({ request }) => {
      queries.push(new URL(request.url).search);
      const accuracy = { equal_lines: 1_999, counted_lines: 2_000 };
      return HttpResponse.json({ data: rows, totalCount: rows.length, totalPages: 1, currentPage: 0, open: rows.length, accuracy });
    }),
    http.post('/api/counts', async ({ request }) => {
      started.push(await request.json());
      return HttpResponse.json({ id: 13 });
    }),
  );
});

const open = (address: CountsAddress = {}) => openPage<CountsAddress>((props) => <CountsPage onOpen={(id) => opened.push(id)} {...props} />, address);

it('lists counts with their state, progress and accuracy', async () => {
  rows = [row, { ...row, id: 11, state: 'POSTED', is_blind: false, assignee: null, due_on: null, counted_lines: 8, lines: 8, equal_lines: 7 }];
  const user = open();
  const table = await screen.findByRole('table', { name: 'Counts' });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((one) =>
      within(one)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(cells[0]?.slice(0, 8)).toEqual(['12', 'A-1, A-2, A-3, A-4 and 2 more', 'Counting', 'Hidden', 'Ann', '11/30/2026', '3 / 1,200', '–']);
  expect(cells[1]?.slice(2, 8)).toEqual(['Posted', 'Shown', 'Anyone', 'N/A', '8 / 8', '87.5 %']);
  expect(screen.getByText('99.9 %')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open count 12' }));
  expect(opened).toEqual([12]);
});

it('filters by state, location and assignee', async () => {
  const user = open();
  await user.selectOptions(await screen.findByLabelText('State'), 'REVIEW');
  await user.selectOptions(screen.getByLabelText('Location'), await screen.findByRole('option', { name: 'B-3' }));
  await user.selectOptions(screen.getByLabelText('Assignee'), await screen.findByRole('option', { name: 'Ann' }));
  await waitFor(() => expect(queries.at(-1)).toBe('?page=0&state=REVIEW&location=B-3&assignee=7'));
});

it('starts a count of typed or scanned locations', async () => {
  const user = open({ dialog: 'start' });
  const field = await screen.findByLabelText('Locations');
  await user.click(screen.getByRole('button', { name: 'Start count' }));
  expect(await screen.findByText('Please choose at least one location')).toBeTruthy();
  scanInto(field, 'z-9');
  expect(await screen.findByText('There is no location Z-9')).toBeTruthy();
  scanInto(field, 'a-1', 'b-3', 'A-1');
  expect(screen.getAllByRole('button', { name: /^Remove/ }).map(({ textContent }) => textContent?.trim())).toEqual(['A-1', 'B-3']);
  await user.click(screen.getByRole('button', { name: 'Remove A-1' }));
  expect(document.activeElement).toBe(field);
  await user.selectOptions(screen.getAllByLabelText('Assignee').at(-1) as HTMLElement, '7');
  await user.type(screen.getByLabelText('Due'), '2026-12-01');
  await user.click(screen.getByRole('button', { name: 'Start count' }));
  await waitFor(() => expect(started).toEqual([{ locations: ['B-3'], isBlind: true, assigneeId: 7, dueOn: '2026-12-01' }]));
  expect(opened).toEqual([13]);
});

it('counts a location that a scanner ends with Tab, and one that is typed without Enter', async () => {
  const user = open({ dialog: 'start' });
  const field = await screen.findByLabelText<HTMLInputElement>('Locations');
  createKeys().press(field, ...']C0b-3', 'Tab');
  expect([field.value, document.activeElement]).toEqual(['', field]);
  await user.type(field, 'z-9');
  await user.click(screen.getByRole('button', { name: 'Start count' }));
  expect(await screen.findByText('There is no location Z-9')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'a-1');
  await user.click(screen.getByRole('button', { name: 'Start count' }));
  await waitFor(() => expect(started).toMatchObject([{ locations: ['B-3', 'A-1'] }]));
});

it("shows why a count doesn't start", async () => {
  server.use(http.post('/api/counts', () => HttpResponse.json({ error: { message: 'A-1 is already being counted, in count 12' } }, { status: 409 })));
  const user = open({ dialog: 'start' });
  await user.type(await screen.findByLabelText('Locations'), 'a-1{Enter}{Enter}');
  expect(await screen.findByText('A-1 is already being counted, in count 12')).toBeTruthy();
});

it('shows an empty state with the next step', async () => {
  rows = [];
  open();
  expect(await screen.findByText('No counts found')).toBeTruthy();
});

it('reports that the counts could not be loaded', async () => {
  server.use(http.get('/api/counts', () => HttpResponse.json({}, { status: 403 })));
  open();
  expect(await screen.findByText('The counts could not be loaded')).toBeTruthy();
});
