import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { SessionsCard } from './SessionsCard.tsx';

const session = { userAgent: null, address: null, isRemembered: false, startedAt: '2026-11-20T14:03:05.000Z', lastSeenAt: '2026-11-20T14:03:05.000Z' };

it('says why a session could not be ended, and why not all', async () => {
  signedIn();
  const refuse = () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 409 });
  server.use(
    http.get('/api/user/sessions', () =>
      HttpResponse.json([
        { ...session, id: '7b0b0e2c-5a0e-4c39-9a3e-0d9d5b6f1a01', isCurrent: true },
        { ...session, id: '7b0b0e2c-5a0e-4c39-9a3e-0d9d5b6f1a02', isCurrent: false },
      ]),
    ),
    http.post('/api/user/sessions/:id/end', refuse),
    http.post('/api/user/sessions/end-all', refuse),
  );
  renderInPage(<SessionsCard />);
  const table = await screen.findByRole('table', { name: 'Sessions' });
  await userEvent.click(within(table).getByRole('button', { name: /^Sign out/ }));
  expect((await screen.findAllByText('Not signed out: Not now')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  expect((await screen.findAllByText('Not signed out everywhere: Not now')).length).toBeGreaterThan(0);
});
