import { type ListView, listViews } from '@stowage/contract/identity/list-views';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { refuseSaves } from '../../../../test/refused-saves.tsx';
import { signedIn } from '../../../../test/server.ts';
import { queryFor } from '../../../api/query.ts';
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
  const { sent, store } = refuseSaves('/api/list-views', '/api/list-views/4', VIEW, (stored) => ({ views: [stored] }));
  renderInPage(<FirstView />);
  await userEvent.type(await screen.findByLabelText('Name'), ' orders');
  store({ ...VIEW, is_shared: true, version: 3 });
  readAgain(listViews);
  await screen.findByText('Version 3');
  store({ ...VIEW, is_shared: true, version: 4 });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toEqual([{ name: 'Late orders', is_shared: false, version: 2 }]);
  await screen.findByText('Version 4');
});
