import type { CaseDetail, CaseRow } from '@stowage/contract/cases';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { CaseReviewPage } from './CaseReviewPage.tsx';
import type { CaseReviewAddress } from './case-review-address.ts';

// The live connection has its own tests, in a real browser.
vi.mock('../../api/live.ts', () => ({ useTopic: () => {} }));

const FIELDS = {
  lpn: null,
  removal_order_id: 'RO-1',
  amazon_case_id: null,
  seller_sku: 'SKU-1',
  asin1: 'B000KETTLE',
  qty: 2,
  count: 3,
  fnsku: 'X00KETTLE0',
  order_id: 'RO-1',
  item_name: 'Electric Kettle',
  disposition: 'Unsellable',
  searchquery: '1Z999',
  shipped_quantity: 4,
};

const row = (part: Partial<CaseRow> = {}): CaseRow => ({
  qr_case_id: 7,
  status: 'Pending Case Creation',
  disposition: 'Wrong item',
  quantity: 2,
  photo_count: 1,
  created_at: '2026-11-20 14:03:05',
  updated_at: '2026-11-20 14:03:05',
  problem_description: null,
  qr_case_data: JSON.stringify(FIELDS),
  due_on: '2099-01-01',
  opens_on: '2026-11-20',
  expected_amount: 23.1,
  paid_amount: null,
  ...part,
});

let rows: CaseRow[] = [];
let detail: CaseDetail;
let sent: { path: string; body: unknown }[] = [];

beforeEach(() => {
  signedIn();
  rows = [row()];
  sent = [];
  detail = {
    ...row(),
    photos: [],
    sections: [{ section: 'product', name: 'Product, front and back', required: 2, taken: 0, cannot_take: null }],
    claim: {
      type: 'REMOVAL_OTHER',
      marketplace_id: 'DEFAULT',
      clock_starts_on: '2026-11-20',
      opens_on: '2026-11-20',
      due_on: '2099-01-01',
      filed_at: null,
      decided_at: null,
      expected_amount: 23.1,
      paid_amount: null,
      owner: null,
    },
    evidence: [{ item: 'LPN', is_there: false, note: null }],
    proposals: [],
    history: [{ id: 1, kind: 'CREATED', detail: 'Case opened for 2 units: Wrong item', actor: 'Ann', at: '2026-11-20 14:03:05' }],
    upload_open_until: null,
  };
  server.use(
    http.get('/api/cases', () => HttpResponse.json({ data: rows, totalCount: rows.length, totalPages: 1, currentPage: 0, atRisk: 3 })),
    http.get('/api/cases/people', () => HttpResponse.json([{ id: 7, name: 'Ann' }])),
    http.get('/api/qrcases/:id', () => HttpResponse.json(detail)),
    http.get('/api/case-templates', () =>
      HttpResponse.json([
        { template_key: 'a', template_name: 'Wrong item', subject_template: 'About {{FNSKU}}', body_template: '{{QTY}} of {{PRODUCT_NAME}}' },
      ]),
    ),
    http.post('/api/qrcases/:id/:action', async ({ request, params }) => {
      sent.push({ path: `${params.id}/${params.action}`, body: await request.json() });
      return HttpResponse.json(detail);
    }),
  );
});

const show = (address: CaseReviewAddress = {}) => openPage<CaseReviewAddress>(CaseReviewPage, address);
const expanded = async () => {
  const user = show({ case: 7 });
  await screen.findByRole('region', { name: 'Product Data' });
  return user;
};

it('lists cases with what they wait for, and expands one', async () => {
  rows = [row({ disposition: null, qr_case_data: 'not JSON' })];
  const user = show();
  expect(await screen.findByRole('heading', { name: 'All Cases (1)' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'At risk (3)' })).toBeTruthy();
  const card = screen.getByRole('button', { name: /Case 7/ });
  for (const text of [/Pending Case Creation/, /None/, /2 units · 1 photo/]) expect(within(card).getByText(text)).toBeTruthy();
  await user.click(card);
  const product = await screen.findByRole('region', { name: 'Product Data' });
  for (const name of ['Item Name', 'ASIN', 'FNSKU', 'Quantity', 'Count', 'Shipped Quantity', 'Disposition', 'Removal ID', 'Tracking Number']) {
    expect(within(product).getByRole('button', { name: `Copy ${name}` })).toBeTruthy();
  }
  expect(screen.getByText('No photos uploaded yet')).toBeTruthy();
  expect(screen.getByText(/Case opened for 2 units/)).toBeTruthy();
});

it('sends the marketplace form as it is, and reads the amount beside it', async () => {
  const user = await expanded();
  expect(screen.getByRole('link', { name: 'Create Case' })).toBeTruthy();
  await user.type(screen.getByLabelText('Amazon Case ID'), 'AC-1');
  await user.type(screen.getByLabelText('Amazon Stated Reimbursement Amount'), '$1,023.10 or so');
  expect(screen.getByText('Read as $1,023.10')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        path: '7/amazon-data',
        body: { lpn: '', removalOrderId: 'RO-1', amazonCaseId: 'AC-1', reimbursementId: '', amazonReimbursementAmount: '$1,023.10 or so' },
      },
    ]),
  );
});

it('loses nothing that was typed when saving fails', async () => {
  server.use(http.post('/api/qrcases/:id/amazon-data', () => HttpResponse.json({ error: { message: 'No' } }, { status: 500 })));
  const user = await expanded();
  await user.type(screen.getByLabelText('LPN'), 'LPNRR1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to save Amazon case data');
  expect(screen.getByLabelText<HTMLInputElement>('LPN').value).toBe('LPNRR1');
  expect(screen.getByRole('heading', { name: 'All Cases (1)' })).toBeTruthy();
});

it('sets a usual status at once, and asks why for any other', async () => {
  const user = await expanded();
  await user.selectOptions(screen.getByLabelText('Case Status'), 'Working');
  await waitFor(() => expect(sent).toEqual([{ path: '7/status', body: { status: 'Working' } }]));
  await user.selectOptions(screen.getByLabelText('Case Status'), 'Concluded - No Credit');
  const dialog = await screen.findByRole('dialog', { name: 'Set the status?' });
  await user.type(within(dialog).getByLabelText('Reason'), 'Too late');
  await user.click(within(dialog).getByRole('button', { name: 'Set status' }));
  await waitFor(() => expect(sent[1]).toEqual({ path: '7/status', body: { status: 'Concluded - No Credit', reason: 'Too late' } }));
});

it('says that a status was not set', async () => {
  server.use(http.post('/api/qrcases/:id/status', () => HttpResponse.json({ error: { message: 'No' } }, { status: 409 })));
  const user = await expanded();
  await user.selectOptions(screen.getByLabelText('Case Status'), 'Working');
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to update case status');
});

it('fills a template, which can then be edited', async () => {
  const user = await expanded();
  const email = within(screen.getByRole('region', { name: 'Email Template' }));
  await user.selectOptions(await email.findByLabelText('Template'), 'Wrong item');
  expect(email.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('About X00KETTLE0');
  const body = email.getByRole<HTMLTextAreaElement>('textbox', { name: 'Body' });
  expect([body.value, body.rows]).toEqual(['2 of Electric Kettle', 12]);
  await user.type(body, ', please');
  expect(body.value).toBe('2 of Electric Kettle, please');
  expect(email.getByRole('button', { name: 'Copy Subject' })).toBeTruthy();
  expect(email.getByRole('button', { name: 'Copy Body' })).toBeTruthy();
});

it('keeps the list when it cannot be read again, and says so in the words of the specification', async () => {
  server.use(http.get('/api/cases', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 })));
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch cases: 400 Not now');
});

it('says that a case could not be read', async () => {
  server.use(http.get('/api/qrcases/:id', () => HttpResponse.json({ error: { message: 'Gone' } }, { status: 404 })));
  show({ case: 7 });
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch case details');
  expect(screen.getByRole('button', { name: /Case 7/ })).toBeTruthy();
});

it('shows the expanded case though it is on another page', async () => {
  rows = [row({ qr_case_id: 8 })];
  show({ case: 7 });
  expect(await screen.findByRole('region', { name: 'Product Data' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Case 8/ })).toBeTruthy();
});

it('asks about a payment, and takes it', async () => {
  detail = {
    ...detail,
    proposals: [
      {
        id: 5,
        reimbursement_id: 'RB-1',
        marketplace_case_id: '',
        approved_at: '2026-11-22 00:00:00',
        amount: 23.1,
        currency: 'USD',
        quantity: 1,
        matched_by: 'FNSKU_AND_DATE',
      },
    ],
  };
  server.use(
    http.post('/api/qrcases/7/proposals/5', async ({ request }) => {
      sent.push({ path: 'proposal', body: await request.json() });
      return HttpResponse.json(detail);
    }),
  );
  const user = await expanded();
  expect(screen.getByText(/paid \$23.10 for 1 unit/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resolve this case' }));
  await waitFor(() => expect(sent).toEqual([{ path: 'proposal', body: { accept: true } }]));
});

it('says that there is none', async () => {
  rows = [];
  show({ view: 'risk' });
  expect(await screen.findByText('No claim is open')).toBeTruthy();
});
