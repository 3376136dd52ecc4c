import type { BulkRow } from '@stowage/contract/bulk/bulk';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { bulkAnswer } from '../../../test/bulk.ts';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { BulkActionsPage } from './BulkActionsPage.tsx';
import type { BulkPageAddress } from './bulk-page-address.ts';

const row = (record: string, part: Partial<BulkRow>): BulkRow => ({ record, outcome: 'DONE', message: null, reason: null, is_undone: false, ...part });

it('lists past actions with the result of each record, and undoes one', async () => {
  signedIn();
  const { refused_rows: _, ...past } = bulkAnswer({ id: 4, total: 2, done: 1, refused: 1, undoable: 1 });
  const rows = [row('11', {}), row('12', { outcome: 'REFUSED', message: 'The unit is reserved' })];
  const undone: unknown[] = [];
  const page = (data: readonly object[]) => HttpResponse.json({ data, totalCount: data.length, totalPages: 1, currentPage: 0 });
  server.use(
    http.get('/api/bulk', () => page([past])),
    http.get('/api/bulk/4', () => HttpResponse.json({ ...past, refused_rows: [] })),
    http.get('/api/bulk/4/rows', ({ request }) => {
      const outcome = new URL(request.url).searchParams.get('outcome');
      return page(rows.filter((one) => outcome === null || one.outcome === outcome));
    }),
    http.post('/api/bulk/:id/undo', ({ params }) => {
      undone.push(params.id);
      return HttpResponse.json(bulkAnswer({ id: 5, undoes: 4 }));
    }),
  );
  const user = openPage<BulkPageAddress>(BulkActionsPage, {});
  await user.click(await screen.findByRole('button', { name: /Results of Move units \(2\)/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Move units (2)' });
  expect((await within(dialog).findByText('The unit is reserved')).closest('tr, li')?.textContent).toContain('Refused');
  await user.selectOptions(within(dialog).getByLabelText('Result'), 'Refused');
  await expect.poll(() => within(dialog).queryByText('11')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Undo 1' }));
  expect(await screen.findByRole('region', { name: 'Undo: Move units (1)' })).toBeTruthy();
  expect(undone).toEqual(['4']);
});
