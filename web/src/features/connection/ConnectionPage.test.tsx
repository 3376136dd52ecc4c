import type { MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import type { MarketplaceEvents } from '@stowage/contract/marketplace-events/marketplace-events';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import { createQueryClient } from '../../api/query.ts';
import { ConnectionPage } from './ConnectionPage.tsx';

const NEVER = { lastSuccessAt: null, lastErrorAt: null, lastError: null };
const NO_EVENTS = { reason: null, checked_at: null, received: 0, duplicates: 0, outdated: 0, unread: 0, failed: 0, last_received_at: null };
let connection: MarketplaceConnection;
let sent: unknown[] = [];
let events: MarketplaceEvents;
let answer = { success: true, message: 'The marketplace answers' };

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  sent = [];
  answer = { success: true, message: 'The marketplace answers' };
  connection = {
    source: 'SIMULATOR',
    sellerId: 'A1STOWAGEDEMO',
    marketplaceId: 'ATVPDKIKX0DER',
    enteredBy: null,
    enteredAt: null,
    isUnreadable: false,
    roles: [],
    apis: [
      {
        api: 'Orders',
        lastSuccessAt: '2026-11-20T14:03:05.000Z',
        lastErrorAt: '2026-11-20T14:04:05.000Z',
        lastError: 'searchOrders: 429',
        operations: [{ operation: 'searchOrders', rate: 0.0056, burst: 20, tokens: 7, ...NEVER }],
      },
      { api: 'Fees', ...NEVER, operations: [{ operation: 'getMyFeesEstimates', rate: 0.5, burst: 1, tokens: -3, ...NEVER }] },
    ],
  };
  events = {
    queue: {
      source: 'ENTERED',
      url: 'https://sqs.us-east-1.amazonaws.com/123456789012/stowage',
      region: 'us-east-1',
      arn: 'arn:aws:sqs:us-east-1:123456789012:stowage',
      entered_by: 'Ann',
      entered_at: '2026-11-20T14:05:05.000Z',
      is_unreadable: false,
      last_answer_at: '2026-11-20T14:05:05.000Z',
      last_error: null,
      last_error_at: null,
      waiting: 3,
    },
    types: [
      { ...NO_EVENTS, type: 'ORDER_CHANGE', state: 'ON', received: 1_234, duplicates: 3, outdated: 2, last_received_at: '2026-11-20T14:05:05.000Z' },
      { ...NO_EVENTS, type: 'ANY_OFFER_CHANGED', state: 'REFUSED', reason: 'Add the role Pricing' },
    ],
    last_received_at: '2026-11-20T14:05:05.000Z',
    is_polling_slowly: true,
    unread_changes: 0,
    failed_count: 1,
    failed: [{ id: 1, type: 'ORDER_CHANGE', error: 'The message is not JSON', failed_at: '2026-11-20T14:05:05.000Z' }],
  };
  server.use(
    http.get('/api/marketplace/events', () => HttpResponse.json(events)),
    http.post('/api/marketplace/events/:action', ({ params }) => {
      sent.push(params.action);
      return HttpResponse.json({ success: false, message: 'Amazon sends 1 of 2 types of events to the queue' });
    }),
    http.put('/api/marketplace/events/queue', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
    http.get('/api/marketplace/connection', () => HttpResponse.json(connection)),
    http.post('/api/marketplace/connection/test', () => HttpResponse.json(answer)),
    http.put('/api/marketplace/credentials', async ({ request }) => {
      sent.push(await request.json());
      connection = { ...connection, source: 'ENTERED', sellerId: 'A2MINE', enteredBy: 'Ann', enteredAt: '2026-11-20T14:05:05.000Z' };
      return HttpResponse.json({ success: true });
    }),
    http.delete('/api/marketplace/credentials', () => {
      sent.push('removed');
      connection = { ...connection, source: 'SIMULATOR', enteredBy: null, enteredAt: null };
      return HttpResponse.json({ success: true });
    }),
  );
});

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConnectionPage />
    </QueryClientProvider>,
  );
}

it('shows the account and the health of each API', async () => {
  show();
  expect(await screen.findByText('Simulator')).toBeTruthy();
  const row = within(screen.getByRole('table', { name: 'APIs' })).getByRole('row', { name: /Orders/ });
  expect(within(row).getByText('Fails')).toBeTruthy();
  expect(within(row).getByText('searchOrders: 429')).toBeTruthy();
  expect(screen.getByText('Not called yet')).toBeTruthy();
});

it('shows the limits of an API in words', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Limits of Orders' }));
  expect(screen.getByText('one in 3 min')).toBeTruthy();
  expect(screen.getByText('7 of 20')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Limits of Fees' }));
  expect(screen.getByText('0 of 1')).toBeTruthy();
});

it('tests the connection', async () => {
  answer = { success: false, message: 'The marketplace refuses the credentials (invalid_grant)' };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Test the connection' }));
  expect((await screen.findByRole('alert')).textContent).toContain('invalid_grant');
});

it('saves and tests credentials, and clears the fields', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Enter credentials' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save and test' }));
  expect(screen.getAllByText('This is needed').length).toBeGreaterThan(2);
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Seller id'), 'A2MINE');
  for (const label of ['Client id', 'Client secret', 'Refresh token']) await userEvent.type(screen.getByLabelText(label), `the ${label}`);
  await userEvent.click(screen.getByRole('button', { name: 'Save and test' }));
  expect(await screen.findByText('The marketplace answers')).toBeTruthy();
  expect(sent).toEqual([
    { sellerId: 'A2MINE', marketplaceId: 'ATVPDKIKX0DER', clientId: 'the Client id', clientSecret: 'the Client secret', refreshToken: 'the Refresh token' },
  ]);
  expect(await screen.findByText(/by Ann/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Replace the credentials' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Client secret')).value).toBe('');
});

it('removes the account after a confirmation', async () => {
  connection = { ...connection, source: 'ENTERED' };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent).toEqual(['removed']));
  expect(await screen.findByText('Simulator')).toBeTruthy();
});

it('shows an account of the environment read-only', async () => {
  connection = { ...connection, source: 'ENVIRONMENT' };
  show();
  await screen.findByRole('button', { name: 'Test the connection' });
  expect(screen.queryByRole('button', { name: /credentials|^Remove$/ })).toBeNull();
});

it("reports that the credentials can't be read any more", async () => {
  connection = { ...connection, source: 'ENTERED', isUnreadable: true };
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Enter them again');
});

it('shows what arrives from the queue, what is refused and what to do', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Event types' });
  expect(within(within(table).getByRole('row', { name: /ORDER_CHANGE/ })).getByText('1,234')).toBeTruthy();
  expect(within(within(table).getByRole('row', { name: /ANY_OFFER_CHANGED/ })).getByText('Add the role Pricing')).toBeTruthy();
  expect(screen.getByText('Every hour, because events arrive')).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Failed events' })).getByText('The message is not JSON')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Access policy', hidden: true }).textContent).toContain('437568002678');
});

it('says why failed events could not be processed again', async () => {
  server.use(http.post('/api/marketplace/events/retry', () => HttpResponse.json({ error: { message: 'The queue is being removed' } }, { status: 409 })));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Process again' }));
  expect(await screen.findByText('The queue is being removed')).toBeTruthy();
});

it('subscribes, checks the subscriptions and processes failed events again', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect(await screen.findByText('Amazon sends 1 of 2 types of events to the queue')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Check subscriptions' }));
  await userEvent.click(screen.getByRole('button', { name: 'Process again' }));
  await waitFor(() => expect(sent).toEqual(['subscribe', 'check', 'retry']));
});

it('enters a queue with both keys or none', async () => {
  events = { ...events, queue: { ...events.queue, source: 'NONE', url: null, arn: null }, failed_count: 0, failed: [] };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Enter a queue' }));
  await userEvent.type(screen.getByLabelText('Queue URL'), 'https://sqs.eu-west-1.amazonaws.com/1/q');
  await userEvent.type(screen.getByLabelText('Access key id'), 'AKIA');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter both keys, or neither')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Secret access key'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const queue = { url: 'https://sqs.eu-west-1.amazonaws.com/1/q', region: 'us-east-1', access_key_id: 'AKIA', secret_access_key: 'secret' };
  await waitFor(() => expect(sent).toEqual([queue]));
});

it('says what an API is for, and what to do when Amazon refuses it', async () => {
  const [orders] = connection.apis;
  connection = { ...connection, apis: [{ ...(orders as (typeof connection.apis)[number]), lastError: 'searchOrders: 403 Unauthorized' }] };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConnectionPage />
    </QueryClientProvider>,
  );
  const table = within(await screen.findByRole('table', { name: 'APIs' }));
  expect(table.getByText('orders, their buyers and shipments')).toBeTruthy();
  expect(table.getByText('No permission')).toBeTruthy();
  expect(screen.getByText(/Give the application the missing role in Seller Central/)).toBeTruthy();
});

it('names the roles that are missing in Seller Central, and what stops without them', async () => {
  connection = {
    ...connection,
    roles: [
      { role: 'Product Listing', state: 'GRANTED', message: null, checkedAt: '2026-11-20T14:05:05.000Z' },
      { role: 'Pricing', state: 'MISSING', message: null, checkedAt: '2026-11-20T14:05:05.000Z' },
    ],
  };
  show();
  const table = await screen.findByRole('table', { name: 'Roles' });
  expect(within(table).getByRole('row', { name: /Pricing/ }).textContent).toBe('PricingMissingCompetitors’ offers, reference prices and fees');
  expect(screen.getByText(/Missing: Pricing\. In Seller Central, open Apps and Services/)).toBeTruthy();
});
