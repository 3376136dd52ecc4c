import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { AppliedFiles } from './AppliedFiles.tsx';

const file = {
  id: 7,
  fileName: 'week 12.csv',
  state: 'APPLIED',
  newCount: 2,
  changedCount: 0,
  appliedBy: 'Kim',
  appliedAt: '2026-11-20T10:00:00Z',
  undoneAt: null,
};

it('undoes a file after a confirmation, and says why one is not undone', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let state = 'APPLIED';
  let refusal: string | undefined = '3 units were received of PO-1';
  server.use(
    http.get('/api/files/purchase-orders', () => HttpResponse.json([{ ...file, state }])),
    http.post('/api/files/7/undo', () => {
      if (refusal !== undefined) return HttpResponse.json({ error: { code: 'conflict', reason: 'later_change', message: refusal } }, { status: 409 });
      state = 'UNDONE';
      return HttpResponse.json({ ...file, state });
    }),
  );
  const user = openPage(() => <AppliedFiles kind="purchase-orders" effect="Deletes the orders." stale={[]} />, {});
  const undo = async () => {
    await user.click(await screen.findByRole('button', { name: 'Undo week 12.csv, file 7' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/week 12.csv: Deletes the orders/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Undo the file' }));
  };
  await undo();
  expect(await screen.findByText('Nothing was undone. 3 units were received of PO-1')).toBeTruthy();
  refusal = undefined;
  await undo();
  expect(await screen.findByText('Undone')).toBeTruthy();
});
