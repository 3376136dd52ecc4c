import { type ListView, listViews } from '@stowage/contract/identity/list-views';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { queryFor } from '../../api/query.ts';
import { ViewDialog } from './ViewDialog.tsx';

const VIEW: ListView = {
  ...{ id: 4, list: 'orders', name: 'Late', is_shared: false, owner: 'Ann', is_own: true, may_change: true, address: {}, columns: null },
  ...{ version: 2, updated_at: '2026-11-20 14:03:05' },
};

function FirstView() {
  const view = useQuery(queryFor(listViews, { query: { list: 'orders' } })).data?.views[0];
  return view === undefined ? null : (
    <>
      <p>{`Version ${view.version}`}</p>
      <ViewDialog view={view} onClose={() => {}} />
    </>
  );
}

it('saves against the version that it opened with, and reads the views again when that is refused', async () => {
  signedIn();
  let stored = VIEW;
  const sent: unknown[] = [];
  server.use(
    http.get('/api/list-views', () => HttpResponse.json({ views: [stored] })),
    http.put('/api/list-views/4', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  renderInPage(<FirstView />);
  await userEvent.type(await screen.findByLabelText('Name'), ' orders');
  stored = { ...VIEW, is_shared: true, version: 3 };
  readAgain(listViews);
  await screen.findByText('Version 3');
  stored = { ...stored, version: 4 };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toEqual([{ name: 'Late orders', is_shared: false, version: 2 }]);
  await screen.findByText('Version 4');
});
