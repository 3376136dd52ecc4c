import { listRoles, type RoleRow } from '@stowage/contract/identity/roles';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage, readAgain } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { RolesPage } from './RolesPage.tsx';
import type { RolesAddress } from './roles-address.ts';

const ROLE: RoleRow = { key: 'r1', name: 'Night shift', about: 'Packs at night', permissions: ['orders.read'], is_fixed: false, people: [], version: 2 };

it('keeps what is typed when somebody else changes the role meanwhile, and saves it after a choice', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored = ROLE;
  const sent: unknown[] = [];
  server.use(
    http.get('/api/roles', () => HttpResponse.json([stored])),
    http.get('/api/separated-duties', () => HttpResponse.json({ invoices: false, credits: false, prices: false })),
    http.post('/api/roles/r1', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  const user = openPage<RolesAddress>(RolesPage, { role: 'r1' });
  await user.type(await screen.findByLabelText('Name'), ' B');
  stored = { ...ROLE, about: 'Packs and counts', version: 3 };
  readAgain(listRoles);
  await screen.findByText('Packs and counts');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Description: it is "Packs and counts" now');
  expect(sent).toMatchObject([{ name: 'Night shift B', about: 'Packs at night', version: 2 }]);
  await user.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(sent[1]).toMatchObject({ name: 'Night shift B', about: 'Packs and counts', permissions: ['orders.read'], version: 3 }));
});

it('changes only the duty that is pressed', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: unknown[] = [];
  server.use(
    http.get('/api/roles', () => HttpResponse.json([])),
    http.get('/api/separated-duties', () => HttpResponse.json({ invoices: false, credits: false, prices: false })),
    http.post('/api/separated-duties', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const user = openPage<RolesAddress>(RolesPage, {});
  await user.click(await screen.findByRole('checkbox', { name: /^Credits/ }));
  await waitFor(() => expect(sent).toEqual([{ credits: true }]));
});
