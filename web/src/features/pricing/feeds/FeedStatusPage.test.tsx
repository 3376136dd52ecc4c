import { FEED_PAGE_SIZE, type FeedSubmission } from '@stowage/contract/pricing/feeds';
import { feedStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { FeedStatusPage } from './FeedStatusPage.tsx';
import type { FeedAddress } from './feed-address.ts';

const feed = (part: Partial<FeedSubmission>): FeedSubmission => ({
  ...{ id: 3, feed_submission_id: '50017', job_id: '1b4e28ba-2fa1-11d2-883f-0016d3cca427', feed_type: 'JSON_LISTINGS_FEED', status: 'completed' },
  ...{ submitted_at: '2026-11-20 14:03:05', process_at: '2026-11-20 14:04:35', operation_type: 'INVENTORY_SYNC', created_by: 'Ann', results: null },
  ...{ messages: 1_204, accepted: 1_200, warnings: 1, errors: 3, held: 0, is_stuck: false },
  ...part,
});

let feeds: FeedSubmission[] = [];
let more = 0;
let asked: string[] = [];
let checked: unknown[] = [];
const item = { sku: 'KETTLE-N', price: '12.00', quantity: 3, outcome: 'ACCEPTED', reason: null, hint: null, drift: null };
const details = (part: object) =>
  http.get('/api/feeds/50017', () =>
    HttpResponse.json({ ...feed({ results: '{"accepted":1200}' }), reread: { readCount: 0, driftCount: 0 }, items: [item], ...part }),
  );

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  feeds = [feed({})];
  more = 0;
  asked = [];
  checked = [];
  server.use(
    http.get('/api/feeds/status', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString());
      return HttpResponse.json({ data: feeds, totalCount: feeds.length + more, totalPages: 1, currentPage: 0 });
    }),
    http.post('/api/feeds/check-selected', async ({ request }) => {
      checked.push(await request.json());
      return HttpResponse.json({ success: true, checkedCount: 1 });
    }),
    http.get('/api/pricing/jobs/:jobId', () => HttpResponse.json({ isRetryable: true, outcomes: { REJECTED: 3 } })),
    details({}),
  );
});
const show = (address: FeedAddress = {}) => openPage<FeedAddress>(FeedStatusPage, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the list', () => {
  it('shows each feed with its counts, duration and the person who sent it', async () => {
    feeds = [feed({}), feed({ id: 2, feed_submission_id: null, status: 'processing', process_at: null, is_stuck: true, created_by: null })];
    show();
    const row = await screen.findByRole('row', { name: /50017/ });
    for (const text of ['JSON_LISTINGS_FEED', 'INVENTORY_SYNC', 'completed', '1 min 30 s', '1,200 / 1 / 3', 'Ann', '1b4e28ba...'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /stuck/ })).getByText('processing')).toBeTruthy();
  });

  it('sorts by the feed id', async () => {
    show();
    await userEvent.click(within(await screen.findByRole('table', { name: 'Feed submissions' })).getByRole('button', { name: 'Feed id' }));
    await waitFor(() => expect(asked.at(-1)).toContain('sort=feed_id'));
  });

  it("offers the specification's filters, each of which starts at the first page", async () => {
    show({ page: 3 });
    await screen.findByRole('row', { name: /50017/ });
    const status = screen.getByLabelText('Status');
    const words = within(status)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(words.slice(1)).toEqual(['pending', 'processing', 'completed', 'failed', 'cancelled']);
    await userEvent.selectOptions(status, 'failed');
    await userEvent.selectOptions(screen.getByLabelText('Feed type'), 'POST_PRODUCT_DATA');
    await userEvent.type(screen.getByLabelText('Created by'), 'a');
    await waitFor(() => expect(asked.at(-1)).toBe(`page=0&size=${FEED_PAGE_SIZE}&status=failed&feedType=POST_PRODUCT_DATA&timeZone=UTC&createdBy=a`));
  });

  it('offers a next page while pages are full', async () => {
    feeds = Array.from({ length: FEED_PAGE_SIZE }, (_, nth) => feed({ id: nth + 1, feed_submission_id: String(nth) }));
    more = 1;
    show();
    await press('Next');
    await waitFor(() => expect(asked.at(-1)).toBe(`page=1&size=${FEED_PAGE_SIZE}&timeZone=UTC`));
    feeds = [feed({})];
    more = 0;
    await userEvent.selectOptions(screen.getByLabelText('Page size'), '50');
    await waitFor(() => expect(asked.at(-1)).toBe('page=0&size=50&timeZone=UTC'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true));
  });

  it('is refreshed by events and on request', async () => {
    show();
    await screen.findByRole('row', { name: /50017/ });
    const progress = { status: 'COMPLETED', message: '', current: 1, total: 1, feedId: null, isComplete: true, hasError: false } as const;
    publish(feedStatusTopic, { ...progress, jobId: 'j-1', kind: 'sync-listings' });
    await waitFor(() => expect(asked).toHaveLength(2));
    await press('Refresh');
    await waitFor(() => expect(asked).toHaveLength(3));
  });

  it.each([
    ['is empty', () => HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 }), 'No feed submissions found'],
    ['is refused', () => HttpResponse.json({ error: { message: 'No' } }, { status: 403 }), 'Failed to fetch feed statuses'],
  ])('that %s shows a message', async (_, answer, text) => {
    server.use(http.get('/api/feeds/status', answer));
    show();
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('a check', () => {
  it('requires a feed', async () => {
    show();
    await press('Check 0 Selected');
    expect((await screen.findAllByText('Please select at least one feed to check')).length).toBeGreaterThan(0);
    expect(checked).toEqual([]);
  });

  it('checks the selected feeds', async () => {
    show();
    await userEvent.click(await screen.findByLabelText('Select 50017'));
    await press('Check 1 Selected');
    await waitFor(() => expect(checked).toEqual([{ feedIds: [3] }]));
  });

  it('that fails shows a message', async () => {
    server.use(http.post('/api/feeds/check-selected', () => HttpResponse.error()));
    show();
    await userEvent.click(await screen.findByLabelText('Select 50017'));
    await press('Check 1 Selected');
    expect((await screen.findAllByText('Failed to trigger feed check')).length).toBeGreaterThan(0);
  });

  it('requires permission', async () => {
    signedIn({ roles: ['ROLE_USER'] });
    show();
    await screen.findByRole('row', { name: /50017/ });
    expect(screen.queryByRole('button', { name: /^Check/ })).toBeNull();
  });
});

describe('a feed’s details', () => {
  it("have a row per SKU with the marketplace's message", async () => {
    show();
    await press('View 50017');
    const row = await screen.findByRole('row', { name: /KETTLE-N/ });
    expect(within(row).getByText('ACCEPTED')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Raw Feed Data' }));
    expect(screen.getByRole('region', { name: 'Raw Feed Data' }).textContent).toContain('"accepted": 1200');
  });

  it('show values that are not live as sent', async () => {
    server.use(details({ reread: { readCount: 60, driftCount: 1 }, items: [{ ...item, drift: 'The quantity is 0, 3 was sent' }] }));
    show({ feed: '50017' });
    expect(await screen.findByText('1 of 60 checked listings are out of sync.')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /KETTLE-N/ })).getByText('Out of sync')).toBeTruthy();
  });

  it('let a person retry the rejected changes of its job', async () => {
    const retried: unknown[] = [];
    server.use(
      http.post('/api/pricing/jobs/:jobId/retry-rejected', ({ params }) => {
        retried.push(params.jobId);
        return HttpResponse.json({ jobId: 'j-2' });
      }),
    );
    show({ feed: '50017' });
    await press('Retry rejected (3)');
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Retry rejected?' })).getByRole('button', { name: 'Retry rejected' }));
    expect(await screen.findByText('A new job tries 3 listings again')).toBeTruthy();
    expect(retried).toEqual([feed({}).job_id]);
  });

  it.each([
    ['are empty', details({ items: [] }), 'No results data available'],
    [
      'are missing',
      http.get('/api/feeds/50017', () => HttpResponse.json({ error: { message: 'There is no such feed' } }, { status: 404 })),
      'There is no such feed',
    ],
  ])('that %s show a message', async (_, answer, text) => {
    server.use(answer);
    show({ feed: '50017' });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
