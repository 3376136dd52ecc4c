import { type JobLine, type JobRun, jobsTopic } from '@stowage/contract/jobs/jobs';
import { fixedRole } from '@stowage/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { publish } from '../../../test/live.ts';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { shortTime } from '../../ui/format/date-time.ts';
import { JobsPage } from './JobsPage.tsx';
import type { JobsPageAddress } from './jobs-page-address.ts';

let runs: JobRun[] = [];
let lines: JobLine[] = [];
let sent: string[] = [];
let output: Record<string, string | number> = {};

const jobRun = (part: Partial<JobRun>): JobRun => ({
  id: 7,
  kind: 'import-listings',
  title: 'Import listings',
  state: 'DONE',
  done: 5_000,
  total: null,
  message: '5,000 rows',
  error: null,
  counts: { new: 12, read: 5_000 },
  isCancelRequested: false,
  dueAt: null,
  requestedBy: 'Ann',
  createdAt: '2026-11-20T14:03:05.000Z',
  startedAt: null,
  finishedAt: '2026-11-20T14:04:05.000Z',
  ...part,
});

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  runs = [jobRun({})];
  lines = [];
  output = {};
  sent = [];
  server.use(
    http.get('/api/jobs', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state');
      const data = runs.filter((run) => state === null || run.state === state);
      return HttpResponse.json({ data, totalCount: data.length, totalPages: 1, currentPage: 0 });
    }),
    http.get('/api/jobs/:id', () => HttpResponse.json({ ...runs[0], output, lines })),
    http.post('/api/jobs', async ({ request }) => {
      sent.push(`start ${((await request.json()) as { kind: string }).kind}`);
      runs = [jobRun({ id: 8, state: 'QUEUED', finishedAt: null, message: null, counts: {} }), ...runs];
      return HttpResponse.json({ id: 8 });
    }),
    http.post('/api/jobs/:id/:action', ({ params }) => {
      sent.push(`${params.action} ${params.id}`);
      return HttpResponse.json({ success: true });
    }),
  );
});

const show = () => openPage<JobsPageAddress>(JobsPage, {});

it('lists jobs with their state, counts and the person who started them', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Background jobs' });
  const row = within(table).getByRole('row', { name: /Import listings/ });
  for (const text of ['Done', '5,000 rows', '5,000 read · 12 new', 'Ann']) expect(within(row).getByText(text)).toBeTruthy();
});

it('shows the counts of a job once when its message names them', async () => {
  runs = [jobRun({ message: '3 accepted, 2 held by a guard', counts: { accepted: 3, held: 2, preview: 1 } })];
  show();
  const row = await screen.findByRole('row', { name: /Import listings/ });
  expect(within(row).getByText('1 preview')).toBeTruthy();
  expect(within(row).getAllByText(/3 accepted/)).toHaveLength(1);
});

it('walks from the first job of an opened page to the last of the page before', async () => {
  const page = (request: Request) => Number(new URL(request.url).searchParams.get('page'));
  server.use(
    http.get('/api/jobs', ({ request }) =>
      HttpResponse.json({
        data: [jobRun({ id: 20 - page(request), title: `Job ${20 - page(request)}` })],
        totalCount: 60,
        totalPages: 3,
        currentPage: page(request),
      }),
    ),
    http.get('/api/jobs/:id', ({ params }) => HttpResponse.json({ ...jobRun({ id: Number(params.id), title: `Job ${params.id}` }), output, lines })),
  );
  const user = openPage<JobsPageAddress>(JobsPage, { page: 3 });
  await user.click(await screen.findByRole('button', { name: /^Details of Job 18/ }));
  for (const title of ['Job 19', 'Job 20']) {
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Previous record' }));
    expect(await screen.findByRole('dialog', { name: new RegExp(`^${title}, job`) })).toBeTruthy();
  }
  expect(within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Previous record' }).disabled).toBe(true);
});

it('sorts by the progress', async () => {
  const user = show();
  const asked: (string | null)[] = [];
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).searchParams.get('sort')));
  await user.click(within(await screen.findByRole('table', { name: 'Background jobs' })).getByRole('button', { name: 'Progress' }));
  await waitFor(() => expect(asked).toContain('progress'));
  server.events.removeAllListeners();
});

it('updates a job when its topic has a message', async () => {
  show();
  await screen.findByText('Done');
  runs = [jobRun({ state: 'FAILED' })];
  publish(jobsTopic, { id: 7, state: 'FAILED' });
  expect(await within(await screen.findByRole('table')).findByText('Failed')).toBeTruthy();
});

it('starts a job', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Import listings' }));
  const table = await screen.findByRole('table', { name: 'Background jobs' });
  expect(await within(table).findByText('Queued')).toBeTruthy();
  expect(sent).toEqual(['start import-listings']);
});

it('shows why a job failed with the rejected rows, and runs it again', async () => {
  runs = [jobRun({ state: 'FAILED', error: 'The marketplace does not answer' })];
  lines = [{ id: 1, level: 'REJECTED', text: 'Line 7: there is no ASIN', at: '2026-11-20T14:03:06.000Z' }];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Details of Import listings, job 7' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/Line 7: there is no ASIN/)).toBeTruthy();
  expect(within(dialog).getByText('The marketplace does not answer')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Run again' }));
  await waitFor(() => expect(sent).toEqual(['retry 7']));
});

it('offers to run a job of the index advisor again only to people who manage indexes', async () => {
  signedIn({ permissions: fixedRole('MANAGER')?.permissions ?? [] });
  runs = [jobRun({ kind: 'create-index', title: 'Create an index', state: 'FAILED' })];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Details of Create an index, job 7' }));
  const dialog = within(await screen.findByRole('dialog'));
  // That of the dialog, and that beside the actions.
  await waitFor(() => expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2));
  expect(dialog.queryByRole('button', { name: 'Run again' })).toBeNull();
});

it('says when a waiting or queued job goes on', async () => {
  const dueAt = new Date(Date.now() + 60_000).toISOString();
  runs = [
    jobRun({ id: 7, state: 'WAITING', finishedAt: null, dueAt }),
    jobRun({ id: 8, state: 'QUEUED', finishedAt: null, dueAt }),
    jobRun({ id: 9, state: 'QUEUED', finishedAt: null }),
  ];
  show();
  const table = within(await screen.findByRole('table', { name: 'Background jobs' }));
  expect(table.getByText(`Waiting until ${shortTime(new Date(dueAt))}`)).toBeTruthy();
  expect(table.getByText(`Due at ${shortTime(new Date(dueAt))}`)).toBeTruthy();
  expect(table.getByText('Queued')).toBeTruthy();
});

it('cancels an unfinished job', async () => {
  runs = [jobRun({ state: 'WAITING', finishedAt: null })];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Details of Import listings, job 7' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the job' }));
  await waitFor(() => expect(sent).toEqual(['cancel 7']));
});

it('shows the progress of a job whose total is known, and that it is being canceled', async () => {
  runs = [jobRun({ state: 'RUNNING', finishedAt: null, done: 1_240, total: 5_000, isCancelRequested: true })];
  show();
  const row = within(await screen.findByRole('table', { name: 'Background jobs' })).getByRole('row', { name: /Import listings/ });
  expect(within(row).getByText('1,240 of 5,000')).toBeTruthy();
  expect(within(row).getByText('Canceling…')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Details of Import listings, job 7' }));
  expect((await screen.findByRole('button', { name: 'Cancel the job' })).hasAttribute('disabled')).toBe(true);
});

it('shows the output of a job', async () => {
  output = { 'Report number': 'R-77', 'FNSKUs that name several SKUs': 1_200 };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Details of Import listings, job 7' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('R-77')).toBeTruthy();
  expect(dialog.getByText('1,200')).toBeTruthy();
});

it('filters by the state in the address', async () => {
  runs = [jobRun({}), jobRun({ id: 6, state: 'FAILED', title: 'Import orders' })];
  openPage<JobsPageAddress>(JobsPage, { state: 'FAILED' });
  expect(await screen.findByRole('row', { name: /Import orders/ })).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Any');
  expect(await screen.findByRole('row', { name: /Import listings/ })).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Waiting');
  expect(await screen.findByText('No job is waiting')).toBeTruthy();
});

it('shows the jobs without their actions to everyone but administrators', async () => {
  signedIn({ roles: ['ROLE_USER'] });
  show();
  await screen.findByRole('table', { name: 'Background jobs' });
  expect(screen.queryByRole('button', { name: 'Import listings' })).toBeNull();
});

it('shows an empty state when no jobs have run', async () => {
  runs = [];
  show();
  expect(await screen.findByText('No jobs have run yet')).toBeTruthy();
});

it('cancels the selected jobs, and keeps the refused ones selected', async () => {
  runs = [jobRun({ id: 7, state: 'WAITING', finishedAt: null }), jobRun({ id: 6, title: 'Import orders' })];
  server.use(
    http.post('/api/jobs/:id/cancel', ({ params }) =>
      params.id === '7'
        ? HttpResponse.json({ success: true })
        : HttpResponse.json({ error: { code: 'conflict', message: 'This job has already ended', reason: 'already_over' } }, { status: 409 }),
    ),
  );
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const selection = within(screen.getByRole('region', { name: 'Selection' }));
  await userEvent.click(selection.getByRole('button', { name: 'Cancel the jobs' }));
  // The message is also announced.
  expect((await screen.findAllByText('Canceled: 1 of 2. This job has already ended')).length).toBeGreaterThan(0);
  expect(selection.getByText('1 job selected')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Import orders, job 6' }).checked).toBe(true);
});
