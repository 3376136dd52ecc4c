import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { PeoplePage } from './PeoplePage.tsx';
import type { PeopleAddress } from './people-address.ts';

const person = (id: number, name: string, part: object = {}) => ({
  ...{
    id,
    name,
    email: `${name}@example.com`,
    role: 'ROLE_USER',
    roles: ['ROLE_USER'],
    state: 'ACTIVE',
    lastSeenAt: null,
    openSessions: 0,
    hasTwoFactor: false,
    invitationEndsAt: null,
  },
  ...part,
});

it('sorts people by a column, filters them by state, and walks through them', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/users', () =>
      HttpResponse.json([person(1, 'Bob', { openSessions: 2 }), person(2, 'Ann', { openSessions: 10 }), person(3, 'Eve', { state: 'INVITED' })]),
    ),
    http.get('/api/users/:id/sessions', () => HttpResponse.json([])),
    http.get('/api/roles', () => HttpResponse.json({}, { status: 403 })),
    http.get('/api/sign-in-policy', () => HttpResponse.json({}, { status: 403 })),
  );
  const user = openPage<PeopleAddress>(PeoplePage, {});
  const table = within(await screen.findByRole('table', { name: 'People' }));
  const names = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('.font-medium')?.textContent);
  await user.click(table.getByRole('button', { name: 'Sessions' }));
  expect(names()).toEqual(['Eve', 'Bob', 'Ann']);
  await user.selectOptions(screen.getByLabelText('State'), 'Active');
  expect([names(), screen.getByText('2 people')]).toMatchObject([['Bob', 'Ann'], {}]);
  await user.click(table.getByRole('button', { name: 'Manage Bob' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bob' });
  await user.click(within(dialog).getByRole('button', { name: 'Next record' }));
  await screen.findByRole('dialog', { name: 'Ann' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain('Ann@example.com'));
});

it('sends the sign-in policy as the person saw it, and shows the newer one after a refusal', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored: string[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get('/api/users', () => HttpResponse.json([])),
    http.get('/api/roles', () => HttpResponse.json({}, { status: 403 })),
    http.get('/api/sign-in-policy', () => HttpResponse.json({ twoFactorRoles: stored })),
    http.post('/api/sign-in-policy', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { error: { code: 'conflict', reason: 'changed_meanwhile', message: 'Somebody else changed the sign-in policy.' } },
        { status: 409 },
      );
    }),
  );
  const user = openPage<PeopleAddress>(PeoplePage, {});
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Users' });
  stored = ['ROLE_ADMIN'];
  await user.click(box);
  expect((await screen.findAllByText('Somebody else changed the sign-in policy.')).length).toBeGreaterThan(0);
  expect(sent).toEqual([{ twoFactorRoles: ['ROLE_USER'], seen: [] }]);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Administrators' }).checked).toBe(true));
  expect(box.checked).toBe(false);
});
