import { TOKEN_KEYS } from '@stowage/contract/identity/session';
import { fixedRole } from '@stowage/contract/roles';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderInPage } from '../../test/open-page.tsx';
import { server, signedIn, token } from '../../test/server.ts';
import { chooseDateFormat, dateFormat } from '../ui/format/date-time.ts';
import { App } from './App.tsx';
import { createAppRouter } from './router.tsx';

let queries: string[] = [];

// Pages load on demand, which can take longer than a query's timeout on a busy machine.
beforeAll(async () => {
  await Promise.all([import('./shell/Shell.tsx'), import('../features/jobs/JobsPage.tsx'), import('./ForbiddenPage.tsx')]);
});

beforeEach(() => {
  queries = [];
  server.use(
    http.get('/api/jobs', ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 });
    }),
    http.all('/api/*', () => HttpResponse.json({ error: { message: 'Not found' } }, { status: 404 })),
  );
});

function open(path: string) {
  window.history.replaceState(null, '', path);
  const router = createAppRouter();
  renderInPage(<RouterProvider router={router} />);
  return router;
}
const address = () => window.location.pathname + window.location.search;

it('opens a page by its address and ignores unknown parameters', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  open('/jobs?state=FAILED&page=2&color=red');
  await screen.findByText('No job is failed');
  expect(queries[0]).toBe('?page=1&state=FAILED');
  expect(address()).toBe('/jobs?state=FAILED&page=2');
  expect(document.title).toBe('Jobs · Stowage');
});

it('writes a changed filter into the address as a step that Back undoes', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const router = open('/jobs?page=2');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Failed');
  await waitFor(() => expect(address()).toBe('/jobs?state=FAILED'));
  router.history.back();
  await waitFor(() => expect(address()).toBe('/jobs?page=2'));
});

it('goes on to the dashboard from an accepted invitation without calling the link used', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('/api/account-links/read', async ({ request }) => {
      const { token: link } = (await request.json()) as { token: string };
      asked.push(link);
      if (link === 'mailed') return HttpResponse.json({ purpose: 'INVITATION', email: 'ann@example.com', name: 'Ann' });
      return HttpResponse.json({ error: { message: 'This link was used already' } }, { status: 404 });
    }),
    http.post('/api/account-links/use', () => HttpResponse.json({ success: true })),
    http.post('/api/login', () => HttpResponse.json({ token: token(), refreshToken: 'r' })),
  );
  open('/account-link#mailed');
  await userEvent.type(await screen.findByLabelText('New password'), 'a long enough password');
  const seen: string[] = [];
  const watcher = new MutationObserver(() => seen.push(document.querySelector('h1')?.textContent ?? ''));
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  await userEvent.click(screen.getByRole('button', { name: 'Accept and sign in' }));
  await waitFor(() => expect(address()).toBe('/dashboard'));
  watcher.disconnect();
  expect([asked, seen.includes('This link does not work')]).toEqual([['mailed'], false]);
});

it('keeps a half-typed text when the preferences of the person arrive late', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const answers: (() => void)[] = [];
  server.use(
    http.get('/api/user/settings', async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return HttpResponse.json({ settings: { preferences: { locale: 'de-DE' } }, companyTimeZone: 'Europe/Berlin' });
    }),
  );
  const answer = async () => {
    await waitFor(() => expect(answers).not.toEqual([]));
    answers.shift()?.();
  };
  open('/jobs');
  await waitFor(() => expect(answers).toHaveLength(1));
  expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
  await answer();
  await screen.findByRole('combobox', { name: 'State' });
  cleanup();
  open('/jobs');
  const state = await screen.findByRole('combobox', { name: 'State' });
  await answer();
  await waitFor(() => expect(answers).toEqual([]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(state.isConnected).toBe(true);
  chooseDateFormat({});
});

it("keeps the page and the company's time zone when a preference is saved", async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const saved: unknown[] = [];
  server.use(
    http.get('/api/user/settings', () => HttpResponse.json({ settings: {}, companyTimeZone: 'Pacific/Auckland' })),
    http.get('/api/locations', () => HttpResponse.json([])),
    http.post('/api/user/settings', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  open('/profile');
  const printing = await screen.findByRole('combobox', { name: /^Label printing/ });
  await waitFor(() => expect(printing).toHaveProperty('disabled', false));
  await userEvent.selectOptions(printing, 'PDF file');
  await waitFor(() => expect(saved).toEqual([{ settings: { preferences: { labelStation: { way: 'PDF' } } } }]));
  expect([printing.isConnected, dateFormat().timeZone]).toEqual([true, 'Pacific/Auckland']);
  expect(localStorage.getItem('stowage.formats.7')).toContain('Pacific/Auckland');
  chooseDateFormat({});
});

it("rejects a page that the role can't open", async () => {
  signedIn({ roles: ['ROLE_USER'] });
  open('/admin/people');
  await screen.findByText('403: your account may not open this screen');
});

it("leaves the screens out of the menu that the role can't open", async () => {
  signedIn({ permissions: fixedRole('PICKER')?.permissions ?? [] });
  open('/case-review');
  await screen.findByText('403: your account may not open this screen');
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Dashboard', 'Documents', 'SF Inventory', 'SF Orders', 'Local Inventory Adjustment', 'Local Inventory Audit', 'Local Inventory Report'],
    ...['Counts', 'Inbound Shipments'],
  ]);
});

it('opens the settings for people who send prices, with what they may start', async () => {
  signedIn({ permissions: fixedRole('PRICING')?.permissions ?? [] });
  open('/admin/settings');
  await screen.findByRole('button', { name: 'Sync Merchant Fulfilled Inventory' });
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(expect.arrayContaining(['Assign Merchant Sku to FNSKU', 'Request Report', 'Update Price', 'Bulk Update FBA Prices']));
  expect(names).not.toContain('Clear Merchant Fulfilled Inventory');
  expect(screen.queryByText('Email Notifications')).toBeNull();
});

it.each(['/jobs', '/admin/people'])('redirects from %s to the start page without a session', async (path) => {
  open(path);
  await waitFor(() => expect(address()).toBe('/'));
});

describe('a stored token that does not have three parts', () => {
  const isForgotten = () => expect([localStorage.getItem(TOKEN_KEYS.access), localStorage.getItem(TOKEN_KEYS.refresh)]).toEqual([null, null]);

  it.each(['broken', 'a.b', 'a.b.c.d'])('is removed with the other one, and leads to the sign-in page: %s', async (stored) => {
    localStorage.setItem(TOKEN_KEYS.access, stored);
    localStorage.setItem(TOKEN_KEYS.refresh, 'r');
    window.history.replaceState(null, '', '/case-review');
    render(<App />);
    await screen.findByRole('button', { name: 'Sign in' });
    await waitFor(() => expect(address()).toBe('/login'));
    isForgotten();
  });

  it('is noticed on the way from page to page', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    // No call of the page ends the session first.
    server.use(http.post('/api/refresh', () => new HttpResponse(null, { status: 503 })));
    const router = open('/jobs');
    await screen.findByRole('combobox', { name: 'State' });
    localStorage.setItem(TOKEN_KEYS.access, 'a.b');
    await router.navigate({ to: '/case-review', search: {} });
    await waitFor(() => expect(address()).toBe('/login'));
    isForgotten();
  });
});

it('redirects the short addresses of orders and products', async () => {
  signedIn();
  const router = open('/products');
  await waitFor(() => expect(address()).toBe('/merchantfulfilledinventory?tab=stock'));
  await router.navigate({ to: '/orders' });
  expect(address()).toBe('/sellerfulfilledorders');
});
