import { RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { renderInPage } from '../../test/open-page.tsx';
import { server, signedIn } from '../../test/server.ts';
import { createAppRouter } from './router.tsx';

let queries: string[] = [];

// Pages load on demand, which can take longer than a query's timeout on a busy machine.
beforeAll(async () => {
  await Promise.all([import('./shell/Shell.tsx'), import('../features/jobs/JobsPage.tsx'), import('./ForbiddenPage.tsx')]);
}, 60_000);

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

it("rejects a page that the role can't open", async () => {
  signedIn({ roles: ['ROLE_USER'] });
  open('/admin/people');
  await screen.findByText('403: your account may not open this screen');
});

it.each(['/jobs', '/admin/people'])('redirects from %s to the start page without a session', async (path) => {
  open(path);
  await waitFor(() => expect(address()).toBe('/'));
});

it('redirects the short addresses of orders and products', async () => {
  signedIn();
  const router = open('/products');
  await waitFor(() => expect(address()).toBe('/merchantfulfilledinventory?tab=stock'));
  await router.navigate({ to: '/orders' });
  expect(address()).toBe('/sellerfulfilledorders');
});
