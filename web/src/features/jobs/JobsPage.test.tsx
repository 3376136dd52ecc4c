import type { JobLine, JobRun } from '@stowage/contract/jobs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { JobsPage } from './JobsPage.tsx';
import type { JobsPageAddress } from './jobs-page-address.ts';

// The live connection has its own tests, in a real browser.
vi.mock('../../api/live.ts', () => ({ useTopic: () => {} }));

let runs: JobRun[] = [];
let lines: JobLine[] = [];
let sent: string[] = [];

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
  sent = [];
  server.use(
    http.get('/api/jobs', () => HttpResponse.json({ data: runs, totalCount: runs.length, totalPages: 1, currentPage: 0 })),
    http.get('/api/jobs/:id', () => HttpResponse.json({ ...runs[0], lines })),
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

it('lists jobs with their state, what they counted and who asked', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Background jobs' });
  const row = within(table).getByRole('row', { name: /Import listings/ });
  for (const text of ['Done', '5,000 rows', '5,000 read · 12 new', 'Ann']) expect(within(row).getByText(text)).toBeTruthy();
});

it('starts a job', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Import listings' }));
  expect(await screen.findByText('Queued')).toBeTruthy();
  expect(sent).toEqual(['start import-listings']);
});

it('shows why a job failed, with the refused rows, and runs it again', async () => {
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

it('stops a job that is not over', async () => {
  runs = [jobRun({ state: 'WAITING', finishedAt: null })];
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Details of Import listings, job 7' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the job' }));
  await waitFor(() => expect(sent).toEqual(['cancel 7']));
});

it('shows somebody else than an administrator the jobs, and nothing to press', async () => {
  signedIn({ roles: ['ROLE_USER'] });
  show();
  await screen.findByRole('table', { name: 'Background jobs' });
  expect(screen.queryByRole('button', { name: 'Import listings' })).toBeNull();
});

it('says when there is nothing', async () => {
  runs = [];
  show();
  expect(await screen.findByText('Nothing has run yet')).toBeTruthy();
});
