import type { BulkKind } from '@stowage/contract/bulk/bulk';
import type { CaseDetail } from '@stowage/contract/cases/case-detail';
import type { CaseRow } from '@stowage/contract/cases/cases';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { bulkAnswer } from '../../../test/bulk.ts';
import { openPage } from '../../../test/open-page.tsx';
import { scanInto } from '../../../test/scanner.ts';
import { server, signedIn } from '../../../test/server.ts';
import { losesInput } from '../../shared/use-unsaved.ts';
import { CaseReviewPage } from './CaseReviewPage.tsx';
import { type CaseReviewAddress, readCaseReviewAddress } from './case-review-address.ts';

// The live connection has its own tests, in a real browser.

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
    customer_order_id: null,
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

const printed = vi.fn();
const show = (address: CaseReviewAddress = {}) =>
  openPage<CaseReviewAddress>(
    (props) => <CaseReviewPage {...props} linkToOrder={(id) => <a href={`/orders/${id}`}>Order {id}</a>} onPrintLabel={printed} />,
    address,
  );
const expanded = async () => {
  const user = show({ case: 7 });
  await screen.findByRole('region', { name: 'Product Data' });
  return user;
};

it('lists cases with the next step of each and expands one', async () => {
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
  const factOf = (name: string) =>
    within(product)
      .getByRole('button', { name: `Copy ${name}` })
      .closest('li')?.textContent;
  expect([factOf('Disposition'), factOf('Amazon Disposition')]).toEqual([expect.stringContaining('Wrong item'), expect.stringContaining('Unsellable')]);
  expect(screen.getByText('No photos uploaded yet')).toBeTruthy();
  expect(screen.getByText(/Case opened for 2 units/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: /^Claim .*\(01\/01\/2099\)$/ })).toBeTruthy();
});

it('replaces a code by the scanned one and saves it, also with the caret at its end', async () => {
  await expanded();
  const lpn = screen.getByLabelText<HTMLInputElement>('LPN');
  fireEvent.change(lpn, { target: { value: 'LPNOLD' } });
  lpn.setSelectionRange(6, 6);
  scanInto(lpn, 'LPNRR12345678');
  await waitFor(() => expect(sent).toMatchObject([{ path: '7/amazon-data', body: { lpn: 'LPNRR12345678' } }]));
});

it('sends the changed fields of the marketplace form with their previous values, and shows the parsed amount', async () => {
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
        body: {
          amazonCaseId: 'AC-1',
          amazonReimbursementAmount: '$1,023.10 or so',
          was: { amazonCaseId: '', amazonReimbursementAmount: '' },
        },
      },
    ]),
  );
});

it('retains typed text while the case leaves the list, is collapsed and expanded again', async () => {
  const user = show({ case: 7 });
  const lpn = await screen.findByLabelText('LPN');
  await user.type(lpn, 'LPNRR1');
  await user.clear(screen.getByLabelText('Problem Description'));
  await user.type(screen.getByLabelText('Problem Description'), 'Box crushed');
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Hello');
  rows = [row({ qr_case_id: 8 })];
  await user.selectOptions(screen.getByLabelText('Status'), 'Working');
  await screen.findByRole('button', { name: /Case 8/ });
  expect(screen.getByLabelText('LPN')).toBe(lpn);
  await user.click(screen.getByRole('tab', { name: /At risk/ }));
  rows = [row()];
  await user.click(screen.getByRole('tab', { name: 'All' }));
  await user.click(await screen.findByRole('button', { name: /Case 7.*Wrong item/ }));
  expect(screen.queryByLabelText('LPN')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Case 7.*Not saved/ }));
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
  await screen.findByLabelText('LPN');
  expect([value('LPN'), value('Problem Description'), value('Subject')]).toEqual(['LPNRR1', 'Box crushed', 'Hello']);
  await user.click(within(screen.getByRole('region', { name: 'Marketplace Case' })).getByRole('button', { name: 'Discard changes' }));
  expect(value('LPN')).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});

it('shows both values when another person saved a different one, and saves the chosen one', async () => {
  const bodies: object[] = [];
  server.use(
    http.post('/api/qrcases/:id/amazon-data', async ({ request }) => {
      const body = (await request.json()) as { was: { lpn: string } };
      bodies.push(body);
      const now = { lpn: 'THEIRS' };
      if (body.was.lpn !== 'THEIRS') return HttpResponse.json({ error: { message: 'No', reason: 'changed_meanwhile', details: { now } } }, { status: 409 });
      detail = { ...detail, qr_case_data: JSON.stringify({ ...FIELDS, lpn: 'MINE' }) };
      return HttpResponse.json(detail);
    }),
  );
  const user = await expanded();
  await user.type(screen.getByLabelText('LPN'), 'MINE');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('LPN: it is "THEIRS" now, yours is "MINE"')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(screen.queryByText(/somebody else changed/)).toBeNull());
  expect(bodies).toEqual([
    { lpn: 'MINE', was: { lpn: '' } },
    { lpn: 'MINE', was: { lpn: 'THEIRS' } },
  ]);
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
});

it('retains the text typed into the claim while it is being saved', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post('/api/qrcases/:id/claim', async ({ request }) => {
      sent.push({ path: 'claim', body: await request.json() });
      await asked;
      detail = { ...detail, problem_description: 'Wet' };
      return HttpResponse.json(detail);
    }),
  );
  const user = await expanded();
  const problem = screen.getByLabelText<HTMLInputElement>('Problem Description');
  await user.type(problem, 'Wet');
  await user.click(screen.getByRole('button', { name: 'Save claim' }));
  await user.type(problem, ' through');
  answer();
  await screen.findByText('The claim of case 7 is saved');
  expect(problem.value).toBe('Wet through');
  await user.click(screen.getByRole('button', { name: 'Save claim' }));
  await waitFor(() => expect(sent[1]?.body).toEqual({ problemDescription: 'Wet through', was: { problemDescription: 'Wet' } }));
});

it('names the maximum of the expected amount, and a start in the future, which it saves', async () => {
  const user = await expanded();
  const expected = screen.getByLabelText<HTMLInputElement>('Expected $');
  await user.clear(expected);
  await user.type(expected, '99999999');
  expect(screen.getByText('Enter at most 9,999,999')).toBeTruthy();
  await user.clear(expected);
  await user.type(expected, '9999999');
  expect(expected.getAttribute('aria-invalid')).toBeNull();
  fireEvent.change(screen.getByLabelText('Clock starts on'), { target: { value: '2190-01-01' } });
  expect(screen.getByText(/\. The date 2190-01-01 is in the future$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save claim' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ clockStartsOn: '2190-01-01', expectedAmount: 9_999_999 }));
});

it('searches the first 100 letters of an address that has more', () => {
  expect(readCaseReviewAddress({ q: 'x'.repeat(150), page: 2 })).toEqual({ q: 'x'.repeat(100), page: 2 });
});

it('retains the typed text when saving fails', async () => {
  server.use(http.post('/api/qrcases/:id/amazon-data', () => HttpResponse.json({ error: { message: 'No' } }, { status: 500 })));
  const user = await expanded();
  await user.type(screen.getByLabelText('LPN'), 'LPNRR1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to save Amazon case data');
  expect(screen.getByLabelText<HTMLInputElement>('LPN').value).toBe('LPNRR1');
  expect(screen.getByRole('heading', { name: 'All Cases (1)' })).toBeTruthy();
});

it('sets a usual status immediately and asks for the reason of any other', async () => {
  const user = await expanded();
  await user.selectOptions(screen.getByLabelText('Case Status'), 'Working');
  await waitFor(() => expect(sent).toEqual([{ path: '7/status', body: { status: 'Working' } }]));
  await user.selectOptions(screen.getByLabelText('Case Status'), 'Concluded - No Credit');
  const dialog = await screen.findByRole('dialog', { name: 'Set the status?' });
  await user.type(within(dialog).getByLabelText('Reason'), 'Too late');
  await user.click(within(dialog).getByRole('button', { name: 'Set status' }));
  await waitFor(() => expect(sent[1]).toEqual({ path: '7/status', body: { status: 'Concluded - No Credit', reason: 'Too late' } }));
});

it('reports that a status was not set', async () => {
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
  // Typed text is not replaced without asking.
  await user.selectOptions(email.getByLabelText('Template'), 'Wrong item');
  await user.click(within(await screen.findByRole('dialog', { name: 'Replace the e-mail?' })).getByRole('button', { name: 'Cancel' }));
  expect(body.value).toBe('2 of Electric Kettle, please');
  expect(email.getByRole('button', { name: 'Copy Subject' })).toBeTruthy();
  expect(email.getByRole('button', { name: 'Copy Body' })).toBeTruthy();
});

it("retains the list when a refresh fails, and shows the specification's message", async () => {
  server.use(http.get('/api/cases', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 })));
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch cases: 400 Not now');
});

it('counts no cases that it could not load', async () => {
  server.use(http.get('/api/cases', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 })));
  show();
  expect(screen.getByText('Loading cases...')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'All Cases' })).toBeTruthy();
  await screen.findByRole('alert');
  expect(screen.getByRole('heading', { name: 'All Cases' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'At risk' })).toBeTruthy();
});

it('reports that a case could not be loaded', async () => {
  server.use(http.get('/api/qrcases/:id', () => HttpResponse.json({ error: { message: 'Gone' } }, { status: 404 })));
  show({ case: 7 });
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch case details');
  expect(screen.getByRole('button', { name: /Case 7/ })).toBeTruthy();
});

it('continues at the case when it is loaded after trying again', async () => {
  server.use(http.get('/api/qrcases/:id', () => HttpResponse.json({ error: { message: 'Gone' } }, { status: 404 }), { once: true }));
  const user = show({ case: 7 });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  const details = await screen.findByRole('region', { name: 'Case' });
  await waitFor(() => expect(document.activeElement).toBe(within(details).getByRole('heading')));
});

it('shows the expanded case when it is on another page', async () => {
  rows = [row({ qr_case_id: 8 })];
  show({ case: 7 });
  expect(await screen.findByRole('region', { name: 'Product Data' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Case 8/ })).toBeTruthy();
});

it('asks about a payment and accepts it', async () => {
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

it('names a reversal as one, and subtracts it', async () => {
  const reversal = {
    id: 6,
    reimbursement_id: 'RB-2',
    marketplace_case_id: 'AC-1',
    approved_at: '2026-11-23 00:00:00',
    amount: -23.1,
    currency: 'USD',
    quantity: -1,
  };
  detail = { ...detail, proposals: [{ ...reversal, matched_by: 'CASE_ID' }] };
  await expanded();
  expect(screen.getByText(/Amazon took back \$23.10 for 1 unit.*matched by the case ID/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Subtract from this case' })).toBeTruthy();
  cleanup();
  detail = { ...detail, proposals: [{ ...reversal, matched_by: 'CASE_ID', marketplace_case_id: '', original_reimbursement_id: 'RB-1' }] };
  await expanded();
  expect(screen.getByText(/matched by reimbursement RB-1, which it takes back/)).toBeTruthy();
});

it('requires a reason to continue without photos', async () => {
  detail = { ...detail, sections: detail.sections.map((section) => ({ ...section, cannot_take: 'The box is gone' })) };
  await expanded();
  expect(screen.getByText('Cannot be taken: The box is gone')).toBeTruthy();
});

it("prints a case's label again", async () => {
  const user = await expanded();
  await user.click(screen.getByRole('button', { name: 'Print label' }));
  expect(printed).toHaveBeenCalledWith({ caseId: '7', disposition: 'Wrong item', quantity: 2 });
});

it('shows an empty state', async () => {
  rows = [];
  show({ view: 'risk' });
  expect(await screen.findByText('No open claims')).toBeTruthy();
});

it('sets the status and the owner of the selected cases', async () => {
  rows = [row({}), row({ qr_case_id: 8 })];
  const asked: [path: string, body: unknown][] = [];
  server.use(
    http.post('/api/bulk/:kind', async ({ request, params }) => {
      asked.push([String(params.kind), await request.json()]);
      return HttpResponse.json(bulkAnswer({ kind: params.kind as BulkKind, total: 2, done: 2, undoable: 2 }));
    }),
  );
  const user = show();
  const choose = async (label: string, option: string, button: string) => {
    const bar = (await screen.findByText('2 cases selected')).parentElement as HTMLElement;
    await user.selectOptions(within(bar).getByLabelText(label), await within(bar).findByRole('option', { name: option }));
    await user.click(within(bar).getByRole('button', { name: button }));
  };
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  await choose('Status', 'Working', 'Set status');
  expect(await screen.findByRole('region', { name: 'Set 2 cases to Working' })).toBeTruthy();
  expect(screen.queryByText('2 cases selected')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select case 7' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select case 8' }));
  await choose('Owner', 'Ann', 'Set owner');
  expect(await screen.findByRole('region', { name: 'Give 2 cases to Ann' })).toBeTruthy();
  expect(asked).toMatchObject([
    ['set-case-status', { selection: { ids: [7, 8] }, input: { status: 'Working' } }],
    ['set-case-owner', { selection: { ids: [7, 8] }, input: { owner_id: 7 } }],
  ]);
});

it('lets nobody leave the page with unsaved input without a question', async () => {
  const user = await expanded();
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  await user.type(screen.getByLabelText('LPN'), 'LPNRR9');
  expect([asks(), losesInput({ isSamePage: false }), losesInput({ isSamePage: true })]).toEqual([true, true, false]);
  await user.clear(screen.getByLabelText('LPN'));
});
