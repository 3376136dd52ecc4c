import { CASE_STATUSES } from '@stowage/contract/cases/case-statuses';
import { CASE_MESSAGES, CASE_SORTS, type CaseRow, type CaseSort } from '@stowage/contract/cases/cases';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { carryKeys } from '../../../../test/fixtures/carry-keys.ts';
import { createCase, dispositionOf, Phone, seedLine, TRACKING } from '../../../../test/fixtures/test-cases.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const { db, owner } = test;
const admin = await test.signIn('ROLE_ADMIN');
const staff = await test.signIn();
await seedTestCatalog(db);
await sql`insert into price_list_items (gtin, product_title, cost, upload_id) values ('00036000291452', 'Electric Kettle', 11.505, 0)`.execute(db);

let line = 0;
beforeEach(async () => {
  line = await seedLine(test);
});

const detailOf = async (id: number) => (await staff.get(`/api/qrcases/${id}`)).json();
const fieldsOf = (row: { qr_case_data: string }) => JSON.parse(row.qr_case_data);
const listed = async (query: string) => (await staff.get(`/api/cases?${query}`)).json();

describe('opening a case', () => {
  it('returns a list whose first item has the case and its link', async () => {
    const answer = await staff.post('/api/qrcreatecase', {
      dispositionId: await dispositionOf('Wrong item'),
      quantity: 3,
      trackingNumber: TRACKING,
      data: { removal_shipment: line, lpn: 'LPNRR1' },
    });
    const [first] = answer.json();
    expect(first).toEqual({ caseId: expect.any(Number), qrToken: expect.any(String), link: expect.any(String), expires_at: '2026-11-20 14:33:05' });
    expect(new URL(first.link, 'http://x').searchParams.get('QRToken')).toBe(first.qrToken);
    const detail = await detailOf(first.caseId);
    expect(detail).toMatchObject({
      status: 'Pending Case Creation',
      disposition: 'Wrong item',
      quantity: 3,
      photo_count: 0,
      photos: [],
      expected_amount: 34.52,
    });
    expect(fieldsOf(detail)).toMatchObject({
      lpn: 'LPNRR1',
      asin1: CODES.kettle.asin,
      fnsku: CODES.kettle.newFnsku,
      item_name: 'Electric Kettle',
      qty: 3,
      count: 3,
      shipped_quantity: 10,
      disposition: 'Unsellable',
      searchquery: TRACKING,
    });
    expect(detail.history.map(({ detail: what }: { detail: string }) => what)).toEqual(['Case opened for 3 units: Wrong item']);
    // A small claim needs few photos, on the page behind the QR code too.
    const required = ({ sections }: { sections: { section: string; required: number }[] }) =>
      sections.filter((one) => one.required > 0).map((one) => `${one.section} ${one.required}`);
    expect(required(detail)).toEqual(['shipping-box 1', 'lpn-label 1', 'close-up 1']);
    expect(required((await new Phone(test, first).open()).json())).toEqual(required(detail));
  });

  it('finds the line by tracking number and codes for a client without ids', async () => {
    await seedLine(test, { fnsku: 'X000OTHER0', tracking: 'TBA123' });
    const wanted = await seedLine(test, { fnsku: 'X000WANTED', tracking: 'TBA123' });
    const { caseId } = await createCase(staff, 0, { trackingNumber: 'TBA123', data: { fnsku: 'X000WANTED', sku: CODES.kettle.newSku } });
    const { rows } = await sql`select removal_shipment_id as id from return_grades g join return_cases c on c.grade_id = g.id where c.id = ${caseId}`.execute(
      db,
    );
    expect(rows).toEqual([{ id: wanted }]);
    const vague = { dispositionId: await dispositionOf('Wrong item'), quantity: 1, trackingNumber: 'TBA123', data: {} };
    expect((await staff.post('/api/qrcreatecase', vague)).json().error).toMatchObject({ code: 'conflict', reason: 'several_lines' });
    const { rows: cases } = await sql<{ n: number }>`select count(*)::int as n from return_cases where tracking_number = 'TBA123'`.execute(db);
    expect(cases).toEqual([{ n: 1 }]);
  });

  it('is possible with the LPN of a unit and one of the lines that its look-up answers', async () => {
    await sql`
      insert into customer_returns (returned_at, order_id, seller_sku, asin, fnsku, lpn, quantity, disposition, reason, status, customer_comments)
      values ('2026-10-20T00:00:00Z', '111-1', ${CODES.kettle.newSku}, ${CODES.kettle.asin}, 'X000UNIT00', 'LPNRR77', 1, '', '', '', '')`.execute(db);
    const own = await seedLine(test, { fnsku: 'X000UNIT00', tracking: 'TBA770000000001' });
    const [row] = (await staff.post('/api/getreturntrackingdata', { trackingId: 'LPNRR77' })).json();
    expect(row.removal_shipment).toBe(own);
    const { caseId } = await createCase(staff, own, { trackingNumber: 'lpnrr77', data: row });
    expect(fieldsOf(await detailOf(caseId))).toMatchObject({ searchquery: 'TBA770000000001', lpn: 'lpnrr77' });
    const body = { dispositionId: await dispositionOf('Wrong item'), quantity: 1, trackingNumber: 'LPNRR77', data: { fnsku: 'X000UNIT00' } };
    expect((await staff.post('/api/qrcreatecase', body)).json().error.reason).toBe('unknown_line');
  });

  it('takes every barcode that the look-up takes, and cuts long texts of the row', async () => {
    const barcode = `${'Z'.repeat(400)}\u001d${TRACKING}`;
    const data = { removal_shipment: line, lpn: Array.from({ length: 300 }, (_, nth) => `LPN${nth}-${Math.random()}`).join(' '), item_name: 'x'.repeat(9_000) };
    const { caseId } = await createCase(staff, line, { trackingNumber: barcode, data });
    const fields = fieldsOf(await detailOf(caseId));
    expect([fields.searchquery, fields.lpn]).toEqual([TRACKING, data.lpn.slice(0, 100)]);
  });

  it('counts the units of its line that others decided about at the same time', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => createCase(staff, line)));
    const { rows } = await sql<{ n: number }>`
      select graded_count as n from return_cases where id = any(${codes.map(({ caseId }) => caseId)}::bigint[]) order by 1`.execute(db);
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('creates one case and one link for repeated and concurrent calls', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => createCase(staff, line, { quantity: 4, clientId: `client-of-${line}` })));
    expect(new Set(codes.map(({ caseId }) => caseId)).size).toBe(1);
    expect(new Set(codes.map(({ qrToken }) => qrToken)).size).toBe(1);
    const { rows } = await sql`select count(*)::int as n, sum(quantity)::int as units from return_grades where removal_shipment_id = ${line}`.execute(db);
    expect(rows).toEqual([{ n: 1, units: 4 }]);
  });

  it.each([
    ['an unknown disposition', { dispositionId: 999 }, 400, 'unknown_disposition'],
    ['a disposition whose units get a label', { dispositionId: 1 }, 400, 'unknown_disposition'],
    ['an unknown line', { data: { removal_shipment: 999_999 } }, 404, 'unknown_line'],
    ['an unknown tracking number', { data: {}, trackingNumber: 'NOTHING' }, 404, 'unknown_line'],
    ['the tracking number of another box', { trackingNumber: 'TOTALLYOTHER' }, 404, 'unknown_line'],
    ['more units than were shipped', { quantity: 11 }, 422, 'more_than_shipped'],
    ['no units', { quantity: 0 }, 400, undefined],
    ['a half unit', { quantity: 1.5 }, 400, undefined],
    ['too many digits', { quantity: 100_000 }, 400, undefined],
  ])('rejects %s', async (_what, part, status, reason) => {
    const body = { dispositionId: await dispositionOf('Wrong item'), quantity: 1, trackingNumber: TRACKING, data: { removal_shipment: line }, ...part };
    const answer = await staff.post('/api/qrcreatecase', body);
    expect([answer.statusCode, answer.json().error.reason]).toEqual([status, reason]);
    expect(await sql`select 1 from return_grades where removal_shipment_id = ${line}`.execute(db)).toMatchObject({ rows: [] });
  });

  it('rejects an id that was used for another decision', async () => {
    const clientId = `reused-of-${line}`;
    await createCase(staff, line, { clientId, quantity: 2 });
    const body = { dispositionId: await dispositionOf('Wrong item'), quantity: 2, trackingNumber: TRACKING, data: { removal_shipment: line }, clientId };
    const answer = await staff.post('/api/qrcreatecase', body);
    expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'client_id_reused']);
    await carryKeys(db);
    expect((await staff.post('/api/qrcreatecase', body)).json().error.reason).toBe('client_id_reused');
    const [first, again] = [await createCase(staff, line, { clientId, quantity: 2 }), await createCase(staff, line, { clientId, quantity: 2 })];
    expect(again.caseId).toBe(first.caseId);
    expect((await sql`select 1 from return_grades where removal_shipment_id = ${line}`.execute(db)).rows).toHaveLength(1);
  });

  it("stores the marketplace's tracking number for any scanned barcode and starts the deadline on the day of receipt", async () => {
    const own = await seedLine(test, { tracking: '9400111299501318950208' });
    await sql`insert into return_packages (tracking_number, arrived_at) values ('9400111299501318950208', '2026-10-02T09:00:00Z')`.execute(db);
    const { caseId } = await createCase(staff, own, { trackingNumber: '420900019400111299501318950208' });
    const detail = await detailOf(caseId);
    expect(fieldsOf(detail).searchquery).toBe('9400111299501318950208');
    expect(detail.claim).toMatchObject({ clock_starts_on: '2026-10-02', due_on: '2026-12-01' });
  });

  it('starts the deadline on the day of receipt in the zone of the marketplace, which may be a day before that in UTC', async () => {
    const own = await seedLine(test, { tracking: '9400111299501318950215' });
    await sql`insert into return_packages (tracking_number, arrived_at) values ('9400111299501318950215', '2026-10-03T02:30:00Z')`.execute(db);
    const { caseId } = await createCase(staff, own, { trackingNumber: '9400111299501318950215' });
    expect((await detailOf(caseId)).claim).toMatchObject({ clock_starts_on: '2026-10-02', due_on: '2026-12-01' });
  });

  it("returns the specification's message for an unknown disposition", async () => {
    const answer = await staff.post('/api/qrcreatecase', { dispositionId: 999, quantity: 1, trackingNumber: TRACKING, data: { removal_shipment: line } });
    expect(answer.json().error.message).toBe(CASE_MESSAGES.notCreated);
  });
});

describe('the case list', () => {
  it('is sorted by what cases wait for, then newest first', async () => {
    const ids: number[] = [];
    for (const status of [...CASE_STATUSES, ...CASE_STATUSES]) {
      const { caseId } = await createCase(staff, line);
      await staff.post(`/api/qrcases/${caseId}/status`, { status });
      ids.push(caseId);
    }
    const rows = (await staff.get('/api/qrcases')).json().filter((row: { qr_case_id: number }) => ids.includes(row.qr_case_id));
    const expected = CASE_STATUSES.flatMap((_, nth) => [ids[nth + 5], ids[nth]]);
    expect(rows.map((row: { qr_case_id: number }) => row.qr_case_id)).toEqual(expected);
  });

  it('updates its totals when statuses change', async () => {
    const { caseId } = await createCase(staff, line);
    for (const status of ['Working', 'Concluded - No Credit', 'Working'] as const) {
      await staff.post(`/api/qrcases/${caseId}/status`, { status });
      const { rows } = await sql`
        select t.status from case_totals t where t.cases <> (select count(*) from return_cases c where c.status = t.status)`.execute(db);
      expect(rows).toEqual([]);
      expect((await listed(`status=${encodeURIComponent(status)}&page=0`)).data[0]).toMatchObject({ qr_case_id: caseId });
    }
  });

  it.each(['LPN', 'amazonCaseId', 'fnsku', 'tracking', 'order', 'id'])('can be searched by %s', async (what) => {
    const own = await seedLine(test, { fnsku: `X00SEARCH${what.slice(0, 1)}`, tracking: `TRK${what.toUpperCase()}77` });
    const { caseId } = await createCase(staff, own, { trackingNumber: `TRK${what.toUpperCase()}77` });
    await staff.post(`/api/qrcases/${caseId}/amazon-data`, { lpn: `LPN-${what}-X`, amazonCaseId: `9${caseId}00${caseId}` });
    const { order_id } = fieldsOf(await detailOf(caseId));
    const texts: Record<string, string> = {
      LPN: `lpn-${what}`,
      amazonCaseId: `9${caseId}00${caseId}`,
      fnsku: `x00search${what.slice(0, 1)}`,
      tracking: `trk${what}`,
      order: order_id,
      id: String(caseId),
    };
    const { data } = await listed(`search=${encodeURIComponent(texts[what] ?? '')}`);
    expect(data.map((row: { qr_case_id: number }) => row.qr_case_id)).toContain(caseId);
    expect((await listed(`search=${encodeURIComponent('nothing like it%_')}`)).totalCount).toBe(0);
  });

  it('shows open claims by deadline and counts those at risk', async () => {
    const { caseId } = await createCase(staff, line);
    const before = (await listed('view=risk')).atRisk;
    await staff.post(`/api/qrcases/${caseId}/claim`, {
      type: 'REMOVAL_OTHER',
      clockStartsOn: '2026-09-25',
      expectedAmount: null,
      ownerId: null,
      problemDescription: '',
    });
    const { data, atRisk } = await listed('view=risk');
    expect(data[0]).toMatchObject({ qr_case_id: caseId, due_on: '2026-11-24' });
    expect(atRisk).toBe(before + 1);
    await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonCaseId: '123' });
    expect((await listed('view=risk')).atRisk).toBe(before);
  });
});

describe('the marketplace form', () => {
  it('stores the fields, parses the amount and records who changed what', async () => {
    const { caseId } = await createCase(staff, line);
    const body = { lpn: 'LPN1', removalOrderId: 'RO', amazonCaseId: 'AC-9', reimbursementId: 'RB', amazonReimbursementAmount: 'about $1,023.10' };
    const detail = (await staff.post(`/api/qrcases/${caseId}/amazon-data`, body)).json();
    expect(detail).toMatchObject({ paid_amount: 1023.1, claim: { paid_amount: 1023.1, filed_at: '2026-11-20 14:03:05' }, due_on: null });
    expect(fieldsOf(detail)).toMatchObject({
      lpn: 'LPN1',
      removal_order_id: 'RO',
      amazon_case_id: 'AC-9',
      reimbursement_id: 'RB',
      amazon_reimbursement_amount: 'about $1,023.10',
    });
    expect(detail.history[0].detail).toContain('Amazon Case ID from nothing to AC-9');
    const emptied = (await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonReimbursementAmount: 'two or 3, 4', lpn: '' })).json();
    expect(emptied.paid_amount).toBeNull();
    expect(fieldsOf(emptied)).toMatchObject({ lpn: null, amazon_case_id: 'AC-9' });
  });

  it("doesn't overwrite unseen values and doesn't clear omitted fields", async () => {
    const { caseId } = await createCase(staff, line);
    const save = (body: object) => admin.post(`/api/qrcases/${caseId}/amazon-data`, body);
    await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonCaseId: 'AC-1', reimbursementId: 'RB-1' });
    const other = (await save({ lpn: 'LPN-2', was: { lpn: '' } })).json();
    expect(fieldsOf(other)).toMatchObject({ lpn: 'LPN-2', amazon_case_id: 'AC-1', reimbursement_id: 'RB-1' });
    expect(other.claim.filed_at).not.toBeNull();
    const late = await save({ amazonCaseId: 'AC-2', lpn: 'LPN-3', was: { amazonCaseId: '', lpn: 'LPN-2' } });
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      expect.objectContaining({ reason: 'changed_meanwhile', details: { now: { amazonCaseId: 'AC-1' } } }),
    ]);
    expect(fieldsOf(await detailOf(caseId))).toMatchObject({ lpn: 'LPN-2', amazon_case_id: 'AC-1' });
    // Equal values and seen values are no conflict.
    expect((await save({ amazonCaseId: 'AC-1', was: { amazonCaseId: null } })).statusCode).toBe(200);
    expect(fieldsOf((await save({ amazonCaseId: 'AC-2', was: { amazonCaseId: 'AC-1' } })).json()).amazon_case_id).toBe('AC-2');
  });

  it('rejects texts that are too long and unknown cases', async () => {
    const { caseId } = await createCase(staff, line);
    expect((await staff.post(`/api/qrcases/${caseId}/amazon-data`, { lpn: 'x'.repeat(101) })).statusCode).toBe(400);
    expect((await staff.post('/api/qrcases/999999/amazon-data', { lpn: 'x' })).statusCode).toBe(404);
    expect((await staff.get('/api/qrcases/0')).statusCode).toBe(400);
  });
});

describe('the case status', () => {
  it('can be any status, stores the reason, and a decision has a date', async () => {
    const { caseId } = await createCase(staff, line);
    const concluded = (await staff.post(`/api/qrcases/${caseId}/status`, { status: 'Concluded - No Credit', reason: 'too late' })).json();
    expect(concluded).toMatchObject({ status: 'Concluded - No Credit', claim: { decided_at: '2026-11-20 14:03:05' } });
    expect(concluded.history[0]).toMatchObject({ detail: 'Status from Pending Case Creation to Concluded - No Credit: too late', actor: expect.any(String) });
    const reopened = (await staff.post(`/api/qrcases/${caseId}/status`, { status: 'Working' })).json();
    expect(reopened.claim.decided_at).toBeNull();
    expect((await staff.post(`/api/qrcases/${caseId}/status`, { status: 'Lost' })).statusCode).toBe(400);
  });

  it('has an immutable history', async () => {
    await createCase(staff, line);
    await expect(sql`update case_events set detail = 'x'`.execute(owner.db)).rejects.toThrow(/append-only/);
    await expect(sql`delete from case_events`.execute(owner.db)).rejects.toThrow(/append-only/);
    await expect(sql`truncate case_events`.execute(owner.db)).rejects.toThrow(/append-only/);
  });
});

describe('claims', () => {
  const claim = { type: 'REMOVAL_LOST', clockStartsOn: '2026-11-01', expectedAmount: 12.5, ownerId: null, problemDescription: 'Box crushed' };

  it('have deadlines by kind and marketplace', async () => {
    const { caseId } = await createCase(staff, line);
    expect((await staff.post(`/api/qrcases/${caseId}/claim`, claim)).json()).toMatchObject({
      problem_description: 'Box crushed',
      claim: { type: 'REMOVAL_LOST', opens_on: '2026-11-16', due_on: '2027-01-15', expected_amount: 12.5, owner: null },
    });
    const window = { marketplace_id: 'DEFAULT', claim_type: 'REMOVAL_LOST', opens_after_days: 5, closes_after_days: 30 };
    expect((await staff.put('/api/claim-windows', window)).statusCode).toBe(403);
    expect((await admin.put('/api/claim-windows', window)).json().changedCases).toBeGreaterThan(0);
    expect((await detailOf(caseId)).claim).toMatchObject({ opens_on: '2026-11-06', due_on: '2026-12-01' });
    expect((await admin.put('/api/claim-windows', { ...window, opens_after_days: 30 })).statusCode).toBe(400);
    const stale = { ...window, opens_after_days: 6, seen: { opens_after_days: 15, closes_after_days: 75 } };
    expect((await admin.put('/api/claim-windows', stale)).json().error).toMatchObject({ code: 'conflict', reason: 'changed_meanwhile' });
    expect((await admin.put('/api/claim-windows', { ...stale, seen: null })).json().error.reason).toBe('changed_meanwhile');
    // Another marketplace's window doesn't affect this case.
    await admin.put('/api/claim-windows', { ...window, marketplace_id: 'A1PA6795UKMFR9', closes_after_days: 9 });
    expect((await detailOf(caseId)).claim.due_on).toBe('2026-12-01');
    await admin.put('/api/claim-windows', { ...window, opens_after_days: 15, closes_after_days: 75 });
  });

  it('can be saved field by field, without overwriting unseen values', async () => {
    const { caseId } = await createCase(staff, line);
    const save = (body: object) => staff.post(`/api/qrcases/${caseId}/claim`, body);
    await save(claim);
    expect((await save({ expectedAmount: 7.5, was: { expectedAmount: 12.5 } })).json()).toMatchObject({
      problem_description: 'Box crushed',
      claim: { type: 'REMOVAL_LOST', clock_starts_on: '2026-11-01', expected_amount: 7.5 },
    });
    const late = await save({ expectedAmount: 9, problemDescription: 'Wet', was: { expectedAmount: 12.5, problemDescription: 'Box crushed' } });
    expect([late.statusCode, late.json().error.details]).toEqual([409, { now: { expectedAmount: 7.5 } }]);
    expect((await detailOf(caseId)).problem_description).toBe('Box crushed');
  });

  it.each([[{ ownerId: 99_999 }], [{ clockStartsOn: '2026-02-30' }], [{ expectedAmount: -1 }], [{ expectedAmount: 1.001 }], [{ type: 'OTHER' }]])(
    'reject %j',
    async (part) => {
      const { caseId } = await createCase(staff, line);
      expect((await staff.post(`/api/qrcases/${caseId}/claim`, { ...claim, ...part })).statusCode).toBe(400);
    },
  );
});

describe('templates', () => {
  it('can be read by everybody and changed by administrators', async () => {
    const seeded = (await staff.get('/api/case-templates')).json();
    expect(seeded.length).toBe(3);
    const body = { template_name: 'Mine', subject_template: 'For {{FNSKU}}', body_template: 'Hello {{ QTY }}' };
    expect((await staff.put('/api/case-templates/mine', body)).statusCode).toBe(403);
    expect((await admin.put('/api/case-templates/mine', body)).json()).toEqual({ template_key: 'mine', ...body });
    const save = (more: object) => admin.put('/api/case-templates/mine', { ...body, ...more });
    expect((await save({ body_template: 'Other', seen: null })).json().error.reason).toBe('changed_meanwhile');
    expect((await save({ body_template: 'Other', seen: body })).statusCode).toBe(200);
    expect((await save({ body_template: 'Third', seen: body })).json().error.reason).toBe('changed_meanwhile');
    expect((await save({ seen: { ...body, body_template: 'Other' } })).json()).toEqual({ template_key: 'mine', ...body });
    expect((await admin.put('/api/case-templates/mine', { ...body, body_template: '{{WHAT}}' })).json().error).toMatchObject({ reason: 'unknown_placeholder' });
    expect((await admin.put('/api/case-templates/No Key', body)).statusCode).toBe(400);
    expect((await admin.remove('/api/case-templates/mine')).json()).toEqual({ success: true });
    expect((await admin.remove('/api/case-templates/mine')).statusCode).toBe(404);
  });

  it('are added once when two administrators add one with the same name', async () => {
    const texts = { template_name: 'Ours', subject_template: 'S', seen: null };
    const add = (body_template: string) => () => admin.put('/api/case-templates/ours', { ...texts, body_template });
    const answers = await callAtOnce(db, sql`lock table case_templates in exclusive mode`, [add('First'), add('Second')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    const window = { marketplace_id: 'A1F83G8C2ARO7P', claim_type: 'REMOVAL_LOST', opens_after_days: 1, seen: null };
    const save = (closes_after_days: number) => () => admin.put('/api/claim-windows', { ...window, closes_after_days });
    const windows = await callAtOnce(db, sql`lock table claim_windows in exclusive mode`, [save(20), save(30)]);
    expect(windows.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
  });
});

describe('the case list in another order', () => {
  const keys: Readonly<Record<CaseSort, (row: CaseRow) => string | number>> = {
    status: (row: CaseRow) => CASE_STATUSES.indexOf(row.status),
    created: (row: CaseRow) => row.qr_case_id,
    last_day: (row: CaseRow) => row.due_on ?? '',
    updated: (row: CaseRow) => row.updated_at,
    expected: (row: CaseRow) => row.expected_amount ?? 0,
    paid: (row: CaseRow) => row.paid_amount ?? 0,
  };

  it.each(CASE_SORTS.flatMap((sort) => [true, false].map((descending) => [sort, descending] as const)))(
    'by %s (descending: %s) has each case once',
    async (sort, descending) => {
      // Only open claims show their last day.
      const query = `sort=${sort}&descending=${descending}&view=${sort === 'last_day' ? 'risk' : 'all'}`;
      const rows: CaseRow[] = [];
      for (let page = 0, pages = 1; page < pages; page++) {
        const { data, totalPages } = await listed(`${query}&page=${page}`);
        rows.push(...data);
        pages = totalPages;
      }
      expect(new Set(rows.map(({ qr_case_id }) => qr_case_id)).size).toBe(rows.length);
      const sorted = rows.map(keys[sort]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(rows.map(keys[sort])).toEqual(descending ? sorted.reverse() : sorted);
    },
  );

  it('is exported with its filters, or as a selection', async () => {
    const exported = async (query: string) => (await staff.get(`/api/cases/export.csv?${query}`)).body.trim().split('\r\n').slice(1);
    const { data, totalCount } = await listed('status=Working');
    const ids = data.map(({ qr_case_id }: CaseRow) => qr_case_id);
    const idsOf = (lines: string[]) => lines.map((line) => Number(line.split(',')[0]));
    expect(idsOf(await exported('status=Working'))).toEqual(ids);
    const oldest = (await listed('status=Working&sort=created')).data.map(({ qr_case_id }: CaseRow) => qr_case_id);
    expect(idsOf(await exported('status=Working&sort=created'))).toEqual(oldest);
    expect(oldest).not.toEqual(ids);
    expect(await exported(`status=Working&except=${ids[0]}`)).toHaveLength(totalCount - 1);
    expect(idsOf(await exported(`ids=${ids[0]}`))).toEqual([ids[0]]);
    expect((await exported(`ids=${ids[0]}`))[0]).toContain('Electric Kettle');
  });
});

it('lists the people who can own a case', async () => {
  const people = (await staff.get('/api/cases/people')).json();
  expect(people.length).toBeGreaterThanOrEqual(2);
});

it('returns the cases after the first 500 on the next page', async () => {
  const { caseId } = await createCase(staff, line);
  await sql`
    with graded as (
      insert into return_grades (removal_shipment_id, disposition_id, quantity)
      select g.removal_shipment_id, g.disposition_id, 1 from return_grades g join return_cases c on c.grade_id = g.id, generate_series(1, 500) where c.id = ${caseId}
      returning id
    )
    insert into return_cases (grade_id, quantity, order_id, seller_sku, fnsku, marketplace_disposition, tracking_number, shipped_quantity, graded_count,
      marketplace_id, clock_starts_on, opens_on, due_on, created_at, updated_at)
    select graded.id, 1, c.order_id, c.seller_sku, c.fnsku, c.marketplace_disposition, c.tracking_number, c.shipped_quantity, c.graded_count,
      c.marketplace_id, c.clock_starts_on, c.opens_on, c.due_on, c.created_at, c.updated_at
    from return_cases c, graded where c.id = ${caseId}`.execute(db);
  const pages = await Promise.all(['', '?page=0', '?page=1', '?page=2'].map(async (page) => (await staff.get(`/api/qrcases${page}`)).json()));
  const [plain, first, second, third] = pages.map((rows) => rows.map((row: { qr_case_id: number }) => row.qr_case_id));
  const { totalCount } = await listed('');
  expect([plain.length, third.length]).toEqual([500, 0]);
  expect(first).toEqual(plain);
  expect(new Set([...first, ...second]).size).toBe(totalCount);
  expect((await staff.get('/api/qrcases?page=-1')).statusCode).toBe(400);
});
