import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../../test/open-page.tsx';
import { usePasskeys } from '../../../../../test/passkeys.ts';
import { server, signedIn } from '../../../../../test/server.ts';
import { SingleSignOnCard } from '../SingleSignOnCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';

let passkeys: object[] = [];
const laptop = { id: 7, name: 'Laptop', is_synced: true, created_at: '2026-11-20T10:00:00.000Z', last_used_at: null };

beforeEach(() => {
  signedIn();
  passkeys = [];
  server.use(http.get('/api/user/passkeys', () => HttpResponse.json(passkeys)));
});

it('adds a passkey and shows the recovery codes once', async () => {
  usePasskeys();
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/user/passkeys/start', () => HttpResponse.json({ challenge: 'YQ', user: { id: 'YQ', name: 'a', displayName: 'A' } })),
    http.post('/api/user/passkeys', async ({ request }) => {
      bodies.push(await request.json());
      passkeys = [laptop];
      return HttpResponse.json({ recovery_codes: ['1111-2222'] });
    }),
  );
  const user = openPage(PasskeysCard, {});
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Laptop');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('1111-2222')).toBeTruthy();
  expect(bodies).toEqual([{ name: 'Laptop', passkey: expect.objectContaining({ type: 'public-key' }) }]);
  await user.click(screen.getByRole('button', { name: 'I stored them' }));
  expect(within(await screen.findByRole('table', { name: 'Passkeys' })).getByText('Synced')).toBeTruthy();
});

it('renames a passkey', async () => {
  usePasskeys();
  passkeys = [laptop];
  const names: unknown[] = [];
  server.use(
    http.post('/api/user/passkeys/7/rename', async ({ request }) => {
      names.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const user = openPage(PasskeysCard, {});
  await user.click(await screen.findByRole('button', { name: 'Rename Laptop' }));
  await user.type(screen.getByLabelText('Name'), ' of Ann');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(names).toEqual([{ name: 'Laptop of Ann' }]));
});

it('says at which address passkeys work when the browser offers none here', async () => {
  server.use(
    http.get('/api/sign-in/methods', () => HttpResponse.json({ has_passwords: true, passkey_origin: 'https://stowage.example.com', single_sign_on: null })),
  );
  openPage(PasskeysCard, {});
  expect(await screen.findByText(/Open https:\/\/stowage\.example\.com to add one\./)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a passkey' }).disabled).toBe(true);
});

it('shows and disconnects the account of the identity provider', async () => {
  let connection: object | null = { email: 'ann@acme.example', connected_at: laptop.created_at, last_used_at: laptop.created_at };
  server.use(
    http.get('/api/user/single-sign-on', () => HttpResponse.json({ label: 'Acme', connection })),
    http.post('/api/user/single-sign-on/disconnect', () => {
      connection = null;
      return HttpResponse.json({ success: true });
    }),
  );
  const user = openPage(SingleSignOnCard, {});
  expect(await screen.findByText(/ann@acme\.example/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('Not connected')).toBeTruthy();
});
