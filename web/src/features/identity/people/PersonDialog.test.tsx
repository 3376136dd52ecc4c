import type { Person } from '@stowage/contract/identity/people';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../../../test/server.ts';
import { createQueryClient } from '../../../api/query.ts';
import { ToastProvider } from '../../../ui/dialog/Toast.tsx';
import { PersonDialog } from './PersonDialog.tsx';

const ANN: Person = {
  ...{ id: 7, email: 'ann@example.com', name: 'Ann', role: 'ROLE_ADMIN', state: 'ACTIVE' },
  ...{ lastSeenAt: null, openSessions: 1, hasTwoFactor: true, invitationEndsAt: null },
};

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(http.get('/api/users/:id/sessions', () => HttpResponse.json([])));
});

function open(person: Person) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <PersonDialog person={person} onClose={() => {}} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

it.each([
  ['not the administrator’s own', 7, 0],
  ['another person’s', 8, 1],
])('turns off %s two-step sign-in', async (_, id, buttons) => {
  open({ ...ANN, id });
  await screen.findByText('No open sessions.');
  expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Turn off two-step sign-in' })).toHaveLength(buttons);
});
