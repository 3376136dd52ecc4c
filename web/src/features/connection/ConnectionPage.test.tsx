import type { MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import { createQueryClient } from '../../api/query.ts';
import { ConnectionPage } from './ConnectionPage.tsx';

const NEVER = { lastSuccessAt: null, lastErrorAt: null, lastError: null };
let connection: MarketplaceConnection;
let sent: unknown[] = [];
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
  server.use(
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
  expect(screen.queryByRole('button', { name: /credentials|Remove/ })).toBeNull();
});

it("reports that the credentials can't be read any more", async () => {
  connection = { ...connection, source: 'ENTERED', isUnreadable: true };
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Enter them again');
});
