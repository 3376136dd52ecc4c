import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { ApiKeysPage } from './ApiKeysPage.tsx';

const KEY = {
  ...{ id: 1, name: 'ERP', hint: 'abcd', state: 'ACTIVE', scopes: ['stock.read', 'orders.read', 'jobs.read'], allowed_addresses: [], created_by: 'Ann' },
  ...{ created_at: '2026-11-20T08:00:00.000Z', expires_at: '2027-02-18T08:00:00.000Z', revoked_at: null, revoked_by: null },
  ...{ last_used_at: null, last_used_address: null },
};

it('creates a key, shows it once, and revokes it', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const keys: object[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get('/api/api-keys', () => HttpResponse.json(keys)),
    http.post('/api/api-keys', async ({ request }) => {
      sent.push(await request.json());
      keys.push(KEY);
      return HttpResponse.json({ id: 1, key: 'stw_secret' });
    }),
    http.post('/api/api-keys/1/revoke', () => {
      keys[0] = { ...KEY, state: 'REVOKED', revoked_by: 'Ann' };
      return HttpResponse.json({ success: true });
    }),
  );
  renderInPage(<ApiKeysPage />);
  const user = userEvent.setup();
  await screen.findByText('No API keys yet');
  await user.click(screen.getByRole('button', { name: 'Create an API key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create an API key' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect([dialog.getByText('Please enter a name'), dialog.getByText('Choose at least one permission')]).toHaveLength(2);
  await user.type(dialog.getByLabelText('Name'), 'ERP');
  await user.type(dialog.getByLabelText('Allowed addresses'), '10.0.0.0/8, 203.0.113.7');
  await user.click(dialog.getByLabelText('Stock'));
  await user.click(dialog.getByLabelText('Manage locations'));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Your new API key' }));
  expect(shown.getByText('stw_secret')).toBeTruthy();
  expect(sent).toEqual([
    { name: 'ERP', scopes: ['stock.read', 'stock.write', 'stock.approve'], expires_in_days: 90, allowed_addresses: ['10.0.0.0/8', '203.0.113.7'] },
  ]);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  const table = within(await screen.findByRole('table', { name: 'API keys' }));
  expect([table.getByText('3 permissions'), screen.queryByText('stw_secret')]).toMatchObject([{}, null]);
  expect(table.getByText(/2027/).tagName).toBe('TIME');
  await user.click(table.getByRole('button', { name: 'Revoke ERP' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Revoke ERP?' })).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked');
  expect(table.getByText('by Ann')).toBeTruthy();
});
