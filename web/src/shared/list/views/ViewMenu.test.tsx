import { type ListView, listViews } from '@stowage/contract/identity/list-views';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openMenu } from '../../../../test/open-menu.ts';
import { openPage, readAgain } from '../../../../test/open-page.tsx';
import { refuseSaves } from '../../../../test/refused-saves.tsx';
import { signedIn } from '../../../../test/server.ts';
import { useListViews } from './use-list-views.ts';
import { ViewMenu } from './ViewMenu.tsx';

const VIEW: ListView = {
  ...{ id: 4, list: 'orders', name: 'Late', is_shared: true, owner: 'Ann', is_own: true, may_change: true, address: { state: 'OPEN' }, columns: null },
  ...{ version: 2, updated_at: '2026-11-20 14:03:05' },
};

interface Address {
  readonly saved?: number | undefined;
  readonly cols?: string | undefined;
  readonly state?: string | undefined;
}

function Page({ address, onAddress }: { address: Address; onAddress: (change: Partial<Address>) => void }) {
  const views = useListViews<Address>({ list: 'orders', address, narrow: onAddress, parts: ['state'], defaultView: undefined, isReady: true });
  return (
    <>
      <p>{`Read ${views.current?.name}`}</p>
      <button type="button" onClick={() => onAddress({ state: 'DONE' })}>
        Filter
      </button>
      <ViewMenu list="orders" views={views} layout={{ defaultView: undefined, setDefaultView: () => {}, chosen: undefined }} cols={undefined} />
    </>
  );
}

it.each([
  ['is refused after somebody else changed its filters', { address: { state: 'LATE' } }, 2],
  ['is saved after somebody else renamed it', {}, 3],
])('an update of the opened view %s', async (_, change, version) => {
  signedIn();
  const { sent, store } = refuseSaves('/api/list-views', '/api/list-views/4', VIEW, (stored) => ({ views: [stored] }));
  const user = openPage<Address>(Page, { saved: 4, state: 'OPEN' });
  await screen.findByText('Read Late');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  store({ ...VIEW, ...change, name: 'Later', version: 3 });
  readAgain(listViews);
  await screen.findByText('Read Later');
  await openMenu(screen.getByRole('button', { name: /^View: / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update “Later”' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findAllByText('Somebody else changed it');
  expect(sent).toMatchObject([{ version, address: { state: 'DONE' } }]);
});
