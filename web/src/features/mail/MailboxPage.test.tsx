import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { MailboxPage } from './MailboxPage.tsx';

it('sends stored mails only after a confirmation', async () => {
  signedIn();
  let kept = { count: 3, over: 1, oldestAt: '2026-11-01T00:00:00Z' as string | null };
  const sent: { send: boolean }[] = [];
  server.use(
    http.get('/api/mails', () => HttpResponse.json({ data: [], next: null, isKept: false, kept })),
    http.post('/api/mails/kept', async ({ request }) => {
      sent.push((await request.json()) as { send: boolean });
      kept = { count: 0, over: 0, oldestAt: null };
      return HttpResponse.json({ sent: 2, left: 1 });
    }),
  );
  const user = openPage(MailboxPage as never, {});
  expect(await screen.findByText(/^3 mails stored before there was a mail server/)).toBeTruthy();
  expect(screen.getByText(/^One is a password or invitation link/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send stored mails' }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(screen.queryByText(/stored before there was a mail server/)).toBeNull());
  expect(sent).toMatchObject([{ send: true, until: expect.any(String) }]);
});
