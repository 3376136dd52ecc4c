import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { UploadDialog } from './UploadDialog.tsx';

let filed: URLSearchParams[] = [];

beforeEach(() => {
  signedIn();
  filed = [];
  server.use(
    http.get('/api/search', () =>
      HttpResponse.json({ groups: [{ kind: 'purchase-order', results: [{ id: '5', title: 'PO-5', detail: 'Norden', path: '/' }] }], late: [] }),
    ),
    http.post('/api/documents', ({ request }) => {
      filed.push(new URL(request.url).searchParams);
      return HttpResponse.json({ id: 1, duplicates: [] });
    }),
  );
});

it('selects the found record with Enter and files nothing without one', async () => {
  const user = openPage(() => <UploadDialog files={[new File(['a,b'], 'a.csv')]} onClose={() => {}} />, {});
  await user.selectOptions(screen.getByLabelText('Linked to'), 'Purchase order');
  await user.click(screen.getByRole('button', { name: 'File' }));
  expect(await screen.findByText('Choose the purchase order, or link it to nothing')).toBeTruthy();
  await user.type(screen.getByLabelText('Find the purchase order'), 'PO-5{Enter}');
  expect(await screen.findByRole('button', { name: 'Another one' })).toBeTruthy();
  expect(filed).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'File' }));
  await waitFor(() => expect(filed.map((query) => [query.get('link_kind'), query.get('link_id')])).toEqual([['PURCHASE_ORDER', '5']]));
});

it('searches again, instead of finding nothing, when the search timed out', async () => {
  let asked = 0;
  server.use(
    http.get('/api/search', () => {
      asked += 1;
      const groups = asked === 1 ? [] : [{ kind: 'purchase-order', results: [{ id: '5', title: 'PO-5', detail: 'Norden', path: '/' }] }];
      return HttpResponse.json({ groups, late: asked === 1 ? ['purchase-order'] : [] });
    }),
  );
  const user = openPage(() => <UploadDialog files={[new File(['a,b'], 'a.csv')]} onClose={() => {}} />, {});
  await user.selectOptions(screen.getByLabelText('Linked to'), 'Purchase order');
  await user.type(screen.getByLabelText('Find the purchase order'), 'P');
  await waitFor(() => expect(asked).toBe(1));
  expect(await screen.findByRole('button', { name: /PO-5/ })).toBeTruthy();
  expect(screen.queryByText('No results')).toBeNull();
});
