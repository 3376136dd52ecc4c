import type { DocumentRow } from '@stowage/contract/documents/documents';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { DocumentsPage } from './DocumentsPage.tsx';
import type { DocumentsAddress } from './documents-address.ts';

const row = (id: number, part: Partial<DocumentRow> = {}): DocumentRow => ({
  ...{ id, name: `list ${id}.csv`, type: 'OTHER', link: null, vendor: null, media_type: 'text/csv', bytes: 10, uploaded_by: 'Ann', version: 1 },
  ...{ filed_at: '2026-11-20 08:00:00', keep_until: null, deleted_at: null, deleted_by: null, gone_at: null, is_duplicate: false, is_elsewhere: false },
  ...part,
});
const deleted = { deleted_at: '2026-11-21 10:00:00', deleted_by: 'Bob', gone_at: '2026-12-21 10:00:00' };
let asked: URLSearchParams[] = [];
let purged: string[] = [];
let rows: DocumentRow[] = [];

beforeEach(() => {
  signedIn();
  chooseDateFormat({ locale: 'en-US', timeZone: 'America/New_York' });
  asked = [];
  purged = [];
  rows = [row(1), row(2), row(3)];
  server.use(
    http.get('/api/documents/count', () => HttpResponse.json({ count: 60, is_more: false })),
    http.get('/api/documents', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ rows, next: '2026-11-20T08:00:00.000000Z~3' });
    }),
    http.delete('/api/documents/:id', ({ params }) => {
      purged.push(String(params.id));
      rows = rows.filter(({ id }) => String(id) !== params.id);
      return HttpResponse.json({ success: true });
    }),
  );
});

async function open(address: DocumentsAddress = {}, mayDelete = true) {
  const may = { mayWrite: true, mayDelete, mayPurge: mayDelete };
  const user = openPage<DocumentsAddress>((page) => <DocumentsPage {...page} {...may} />, address);
  await screen.findByRole('table', { name: 'Documents' });
  return user;
}

it("selects all, some and none of a page's documents", async () => {
  const user = await open();
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
  await user.click(all());
  expect(screen.getByText('3 documents selected')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select list 2.csv' }));
  expect([screen.queryByText('2 documents selected') !== null, all().checked, all().indeterminate]).toEqual([true, false, true]);
  await user.click(all());
  expect(screen.getByText('3 documents selected')).toBeTruthy();
  await user.click(all());
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
});

it("requests the days of the viewer's time zone, starting at the first page", async () => {
  const user = await open({ before: '2026-11-20T08:00:00.000000Z~3' });
  await user.type(screen.getByLabelText('From'), '2026-11-01');
  await user.type(screen.getByLabelText('To'), '2026-11-05');
  const last = () => Object.fromEntries(asked.at(-1) ?? []);
  await waitFor(() => expect(last()).toMatchObject({ from: '2026-11-01', to: '2026-11-05', timeZone: 'America/New_York' }));
  expect(last()).not.toHaveProperty('before');
  for (const chip of screen.getAllByRole('button', { name: /^Remove the filter Filed/ })) await user.click(chip);
  await waitFor(() => expect(last()).not.toHaveProperty('from'));
});

it('sorts by date in both directions, and says how many match', async () => {
  const user = await open({ before: '2026-11-20T08:00:00.000000Z~3' });
  expect(await screen.findByText('60 documents')).toBeTruthy();
  await user.click(within(screen.getByRole('table', { name: 'Documents' })).getByRole('button', { name: 'Date' }));
  await waitFor(() => expect(asked.at(-1)?.get('ascending')).toBe('true'));
  expect(asked.at(-1)?.has('before')).toBe(false);
});

it('sorts by every column, texts from A, and reverses at the second press', async () => {
  const user = await open();
  const head = (name: string) => within(screen.getByRole('table', { name: 'Documents' })).getByRole('button', { name });
  const order = () => [asked.at(-1)?.get('sort'), asked.at(-1)?.get('ascending')];
  for (const [heading, sort, ascending] of [
    ['Name', 'name', 'true'],
    ['Type', 'type', 'true'],
    ['Linked to', 'linked_to', 'true'],
    ['Vendor', 'vendor', 'true'],
    ['Size', 'bytes', 'false'],
    ['Uploaded by', 'uploaded_by', 'true'],
    ['Uploaded by', 'uploaded_by', 'false'],
  ] as const) {
    await user.click(head(heading));
    await waitFor(() => expect(order()).toEqual([sort, ascending]));
  }
});

it('walks from a document to the next one of the list, and back to its row', async () => {
  const detail = (id: number) =>
    http.get(`/api/documents/${id}`, () => HttpResponse.json({ ...row(id, { media_type: 'application/zip' }), sha256: null, versions: [], duplicates: [] }));
  server.use(detail(1), detail(2));
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'list 1.csv' }));
  const drawer = await screen.findByRole('dialog', { name: 'Document' });
  await user.click(within(drawer).getByRole('button', { name: 'Next record' }));
  expect(await within(drawer).findByRole('heading', { name: 'list 2.csv' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('list 2.csv'));
});

it('walks from the last document of a page to the first of the next page, and back', async () => {
  const detail = (id: number) =>
    http.get(`/api/documents/${id}`, () => HttpResponse.json({ ...row(id, { media_type: 'application/zip' }), sha256: null, versions: [], duplicates: [] }));
  const next = '2026-11-20T08:00:00.000000Z~3';
  server.use(
    ...[1, 2, 3, 4].map(detail),
    http.get('/api/documents', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get('before') === next ? { rows: [row(4)], next: null } : { rows, next }),
    ),
  );
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'list 3.csv' }));
  const shown = async (heading: string, place: string) => {
    const drawer = await screen.findByRole('dialog', { name: 'Document' });
    expect(await within(drawer).findByRole('heading', { name: heading })).toBeTruthy();
    await within(drawer).findByText(place);
    return drawer;
  };
  await shown('list 3.csv', '3 of 3 on this page');
  await user.keyboard('n');
  const drawer = await shown('list 4.csv', '1 of 1 on this page');
  expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Next record' }).disabled).toBe(true);
  await user.click(within(drawer).getByRole('button', { name: 'Previous record' }));
  await shown('list 3.csv', '3 of 3 on this page');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('list 3.csv'));
});

it('walks back from the first document of a page to the last of the page before, which was turned by its button', async () => {
  const next = '2026-11-20T08:00:00.000000Z~3';
  server.use(
    ...[1, 2, 3, 4].map((id) =>
      http.get(`/api/documents/${id}`, () => HttpResponse.json({ ...row(id, { media_type: 'application/zip' }), sha256: null, versions: [], duplicates: [] })),
    ),
    http.get('/api/documents', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get('before') === next ? { rows: [row(4)], next: null } : { rows, next }),
    ),
  );
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Next 50' }));
  await user.click(await screen.findByRole('button', { name: 'list 4.csv' }));
  expect(await within(await screen.findByRole('dialog', { name: 'Document' })).findByText('1 of 1 on this page')).toBeTruthy();
  await user.keyboard('p');
  expect(await screen.findByText('3 of 3 on this page')).toBeTruthy();
  expect(await within(screen.getByRole('dialog', { name: 'Document' })).findByRole('heading', { name: 'list 3.csv' })).toBeTruthy();
});

it('shows who deleted a document and until when, and deletes it permanently after its name was shown', async () => {
  rows = [row(1, deleted), row(2, { ...deleted, deleted_by: null })];
  const user = await open({ deleted: true });
  const cells = within(screen.getAllByRole('row')[1] as HTMLElement);
  expect(cells.getByText('Bob')).toBeTruthy();
  expect(cells.getByText('Until 12/21/2026')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  // One at a time.
  expect(screen.queryByRole('button', { name: 'Remove for good' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select list 2.csv' }));
  await user.click(screen.getByRole('button', { name: 'Remove for good' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove for good' });
  expect(within(dialog).getByText('Remove list 1.csv for good, with all its versions? Nobody can bring it back.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Remove for good' }));
  await waitFor(() => expect(purged).toEqual(['1']));
  await waitFor(() => expect(screen.queryByText('list 1.csv')).toBeNull());
});

it("hides deleted documents from people who can't delete, for any address", async () => {
  await open({ deleted: true }, false);
  expect(asked.map((query) => query.get('deleted'))).toEqual(['false']);
  expect(screen.queryByRole('button', { name: 'Deleted' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Documents' })).toBeTruthy();
});

it.each([
  ['ROLE_USER', ['Save']],
  ['ROLE_ADMIN', ['Save', 'Replace', 'Link']],
])('offers %s only the changes of a credit that the server accepts', async (role, expected) => {
  signedIn({ roles: [role] });
  const credit = row(9, { type: 'CREDIT', media_type: 'application/zip', name: 'credit.zip' });
  server.use(http.get('/api/documents/9', () => HttpResponse.json({ ...credit, sha256: null, versions: [], duplicates: [] })));
  const may = { mayWrite: true, mayDelete: false, mayPurge: false };
  openPage<DocumentsAddress>((page) => <DocumentsPage {...page} {...may} />, { document: 9 });
  const drawer = await screen.findByRole('dialog', { name: 'Document' });
  await within(drawer).findByRole('heading', { name: 'credit.zip' });
  expect(['Save', 'Replace', 'Link'].filter((label) => within(drawer).queryByText(label) !== null)).toEqual(expected);
});

it('replaces the version that is shown, and shows the newer one after a refusal', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: (string | null)[] = [];
  const versions = () =>
    sent.map((version) => ({ version: Number(version), name: 'old.zip', bytes: 1, sha256: null, uploaded_by: 'Bob', filed_at: row(9).filed_at }));
  server.use(
    http.get('/api/documents/9', () =>
      HttpResponse.json({ ...row(9, { media_type: 'application/zip', version: 1 + sent.length }), sha256: null, versions: versions(), duplicates: [] }),
    ),
    http.put('/api/documents/9/content', ({ request }) => {
      sent.push(new URL(request.url).searchParams.get('version'));
      if (sent.length > 1) return HttpResponse.json({ version: 3 });
      return HttpResponse.json({ error: { message: 'Somebody else changed the file', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  const may = { mayWrite: true, mayDelete: false, mayPurge: false };
  const user = openPage<DocumentsAddress>((page) => <DocumentsPage {...page} {...may} />, { document: 9 });
  const choose = async () => user.upload(await screen.findByLabelText('File that replaces it'), new File(['content'], 'new.zip'));
  await choose();
  await waitFor(() => expect(sent).toEqual(['1']));
  expect(await screen.findByText('old.zip')).toBeTruthy();
  await choose();
  await waitFor(() => expect(sent).toEqual(['1', '2']));
});
