import { RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { createAppRouter } from '../router.tsx';

// Pages load on demand, which can take longer than a query's timeout on a busy machine.
beforeAll(async () => {
  await Promise.all([
    import('./Shell.tsx'),
    import('../routes/DraftRoute.tsx'),
    import('../../features/purchasing/order-drafts/DraftsPage.tsx'),
    import('../../features/invoicing/InvoicingPage.tsx'),
  ]);
});

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/purchase-order-drafts', () => HttpResponse.json({ drafts: [] })),
    http.get('/api/vendors', () => HttpResponse.json({ vendors: [] })),
    http.all('/api/*', () => HttpResponse.json({ error: { message: 'Not found' } }, { status: 404 })),
  );
});

const LIST = '/purchase-orders/drafts';
const FORM = `${LIST}/new`;

async function typed() {
  window.history.replaceState(null, '', LIST);
  const router = createAppRouter();
  renderInPage(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
  router.history.push(FORM);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^Notes/), 'Call first');
  return { user, router };
}
const notes = () => screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value;

it.each(['a button', 'Back'])('asks before %s leaves a form with unsaved input, and leaves it then', async (way) => {
  const { user, router } = await typed();
  const leave = () => (way === 'Back' ? router.history.back() : user.click(screen.getByRole('button', { name: 'All drafts' })));
  await leave();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect([window.location.pathname, notes()]).toEqual([FORM, 'Call first']);
  await leave();
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(window.location.pathname).toBe(LIST));
  await waitFor(() => expect(screen.queryByLabelText(/^Notes/)).toBeNull());
});

it('leaves a form at once when its person signs out', async () => {
  const { router } = await typed();
  localStorage.clear();
  sessionStorage.clear();
  await router.navigate({ to: '/login' });
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(screen.queryByText('What you typed is not saved.')).toBeNull();
});

it('asks before Back closes a dialog with unsaved input', async () => {
  window.history.replaceState(null, '', '/poinvoicecredits?tab=invoices');
  const router = createAppRouter();
  renderInPage(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New invoice' }));
  const number = await screen.findByLabelText<HTMLInputElement>(/^Invoice number/);
  await user.type(number, 'A-7');
  router.history.back();
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByLabelText(/^Invoice number/)).toBeNull());
});
