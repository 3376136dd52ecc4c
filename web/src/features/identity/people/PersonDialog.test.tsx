import type { Person } from '@stowage/contract/identity/people';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { server, signedIn } from '../../../../test/server.ts';
import { createQueryClient } from '../../../api/query.ts';
import { ToastProvider } from '../../../ui/dialog/Toast.tsx';
import { VerifyDialog } from '../sign-in/VerifyDialog.tsx';
import { PersonDialog } from './PersonDialog.tsx';

const ANN: Person = {
  ...{ id: 7, email: 'ann@example.com', name: 'Ann', role: 'ROLE_ADMIN', roles: ['ROLE_ADMIN'], state: 'ACTIVE' },
  ...{ lastSeenAt: null, openSessions: 1, hasTwoFactor: true, invitationEndsAt: null },
};

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/users/:id/sessions', () => HttpResponse.json([])),
    http.get('/api/users', () => HttpResponse.json([])),
    http.get('/api/roles', () => HttpResponse.json([], { status: 403 })),
  );
});

const onClose = vi.fn();

function open(person: Person) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <VerifyDialog />
        <PersonDialog person={person} onOpen={() => {}} onClose={onClose} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

it('shows a password link once when there is no mail server', async () => {
  const link = 'http://localhost/account-link#secret';
  server.use(http.post('/api/users/8/reset', () => HttpResponse.json({ success: true, link })));
  open({ ...ANN, id: 8 });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create a password link' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Create a password link' })).getByRole('button', { name: 'Create a password link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hand over this link' });
  expect(within(dialog).getByText(link)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(link)).toBeNull();
});

it('asks for the password when the server wants it again, and continues', async () => {
  let isVerified = false;
  const sent: unknown[] = [];
  server.use(
    http.post('/api/users/8/deactivate', () => HttpResponse.json({ success: true })),
    http.post('/api/users/8/roles', async ({ request }) => {
      expect(await request.json()).toEqual({ roles: ['ROLE_USER'], seen: ['ROLE_ADMIN'] });
      if (isVerified) return HttpResponse.json({ success: true });
      return HttpResponse.json({ error: { message: 'Confirm', reason: 'verification_required' } }, { status: 403 });
    }),
    http.post('/api/user/verify', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1) return HttpResponse.json({ error: { message: 'The password is wrong' } }, { status: 422 });
      isVerified = true;
      return HttpResponse.json({ success: true });
    }),
  );
  open({ ...ANN, id: 8 });
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText('Role'), 'ROLE_USER');
  await user.click(await screen.findByRole('button', { name: 'Change the role' }));
  const field = await screen.findByLabelText('Password or code');
  await user.type(field, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The password is wrong')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '123 456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The role of Ann was changed')).toBeTruthy();
  expect(sent).toEqual([{ password: 'wrong' }, { code: '123456' }]);
  expect(screen.queryByLabelText('Password or code')).toBeNull();
  // A press in the question is not a press outside of the dialog under it.
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ['not the administrator’s own', 7, 0],
  ['another person’s', 8, 1],
])('turns off %s two-step sign-in', async (_, id, buttons) => {
  open({ ...ANN, id });
  await screen.findByText('No open sessions.');
  expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Turn off two-step sign-in' })).toHaveLength(buttons);
});
