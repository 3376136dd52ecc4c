import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { RecordDocuments } from './RecordDocuments.tsx';

const row = (id: number, type = 'OTHER') => ({
  ...{ id, name: `paper ${id}.pdf`, type, link: { kind: 'CASE', id: '7', label: 'Case 7' }, vendor: null, media_type: 'application/pdf', bytes: 10 },
  ...{ uploaded_by: 'Ann', version: 1, filed_at: '2026-11-20 08:00:00', keep_until: null, deleted_at: null, deleted_by: null, gone_at: null },
  ...{ is_duplicate: false, is_elsewhere: false },
});
let asked: (string | null)[][] = [];
let filed: (string | null)[][] = [];
let count = 2;

beforeEach(() => {
  asked = [];
  filed = [];
  count = 2;
  server.use(
    http.get('/api/documents', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push([query.get('link_kind'), query.get('link_id')]);
      return HttpResponse.json({ rows: [row(99, 'CASE_PHOTOS'), ...Array.from({ length: count }, (_, nth) => row(nth + 1))], next: null });
    }),
    http.post('/api/documents', ({ request }) => {
      const query = new URL(request.url).searchParams;
      filed.push([query.get('name'), query.get('link_kind'), query.get('link_id')]);
      return HttpResponse.json({ id: 50, duplicates: [] });
    }),
  );
});

const open = () => openPage(() => <RecordDocuments kind="CASE" id="7" label="Case 7" without="CASE_PHOTOS" />, {});

it("shows a record's documents and files another one with it", async () => {
  signedIn();
  const user = open();
  const table = await screen.findByRole('table', { name: 'Documents' });
  expect(asked).toEqual([['CASE', '7']]);
  expect(within(table).getByRole('link', { name: 'paper 1.pdf' }).getAttribute('href')).toBe('/documents?document=1');
  expect(within(table).getByRole('button', { name: 'Download paper 2.pdf' })).toBeTruthy();
  expect(within(table).queryByText('paper 99.pdf')).toBeNull();
  await user.upload(screen.getByLabelText('Documents to file with Case 7'), new File(['a,b'], 'letter.csv'));
  const dialog = await screen.findByRole('dialog', { name: 'File documents' });
  expect(within(dialog).getByText('Case 7')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'File' }));
  await waitFor(() => expect(filed).toEqual([['letter.csv', 'CASE', '7']]));
  await waitFor(() => expect(asked).toHaveLength(2));
});

it('shows the latest ones and the others on request', async () => {
  signedIn();
  count = 8;
  const user = open();
  expect(await screen.findAllByRole('link')).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(screen.getAllByRole('link')).toHaveLength(8);
});

it('is hidden without permission to read documents', async () => {
  signedIn({ roles: ['ROLE_NOBODY'] });
  open();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([asked, screen.queryByRole('region', { name: 'Documents' })]).toEqual([[], null]);
});
