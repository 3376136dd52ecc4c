import { TOKEN_KEYS } from '@stowage/contract/identity/session';
import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { renderInPage } from '../../test/open-page.tsx';
import { server, signedIn, token } from '../../test/server.ts';
import { storeTokens } from '../api/session.ts';
import { createAppRouter } from './router.tsx';
import { useSessionChanges } from './use-session-changes.ts';

const ANN = { userId: '7', roles: ['ROLE_ADMIN'] };
const BEN = token({ userId: '8', roles: ['ROLE_ADMIN'] });

// Pages load on demand, which can take longer than a query's timeout on a busy machine.
beforeAll(async () => {
  await Promise.all([import('./shell/Shell.tsx'), import('../features/jobs/JobsPage.tsx')]);
});

beforeEach(() => {
  const run = {
    ...{ id: 7, kind: 'import-listings', title: 'Import listings', state: 'DONE', done: 5, total: null, error: null, counts: {} },
    ...{ isCancelRequested: false, dueAt: null, requestedBy: 'Ann', createdAt: '2026-11-20T14:03:05.000Z', startedAt: null, finishedAt: null },
  };
  server.use(
    http.get('/api/jobs', ({ request }) => {
      // Ben's answer does not arrive.
      if (request.headers.get('authorization') === `Bearer ${BEN}`) return new Promise(() => {});
      return HttpResponse.json({ data: [{ ...run, message: 'Read by Ann' }], totalCount: 1, totalPages: 1, currentPage: 0 });
    }),
    http.post('/api/login', () => HttpResponse.json({ token: BEN, refreshToken: 'r' })),
    http.all('/api/*', () => HttpResponse.json({ error: { message: 'Not found' } }, { status: 404 })),
  );
  signedIn(ANN);
  window.history.replaceState(null, '', '/jobs');
});

function Pages() {
  const [router] = useState(createAppRouter);
  useSessionChanges(useQueryClient(), router);
  return <RouterProvider router={router} />;
}

function go(path: string) {
  act(() => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
}

it('shows nothing of the first person to one who signs in after them without a sign-out', async () => {
  renderInPage(<Pages />);
  await screen.findByText('Read by Ann');
  go('/login');
  await userEvent.type(await screen.findByLabelText('Email address'), 'ben@example.com');
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'a long enough password');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(window.location.pathname).toBe('/admin-dashboard'));
  go('/jobs');
  await screen.findByRole('combobox', { name: 'State' });
  expect(screen.queryByText('Read by Ann')).toBeNull();
});

it('leaves the page of the first person when another one signs in in another tab', async () => {
  renderInPage(<Pages />);
  await screen.findByText('Read by Ann');
  localStorage.setItem(TOKEN_KEYS.access, BEN);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEYS.access })));
  await waitFor(() => expect(window.location.pathname).toBe('/admin-dashboard'));
  go('/jobs');
  await screen.findByRole('combobox', { name: 'State' });
  expect(screen.queryByText('Read by Ann')).toBeNull();
});

it('keeps the page when the same person gets a new token', async () => {
  renderInPage(<Pages />);
  await screen.findByText('Read by Ann');
  const state = screen.getByRole('combobox', { name: 'State' });
  act(() => storeTokens({ token: token({ ...ANN, expiresInSeconds: 1_800 }), refreshToken: 'r2' }));
  await screen.findByText('Read by Ann');
  expect([state.isConnected, window.location.pathname]).toEqual([true, '/jobs']);
});
