import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createCase, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { matchReimbursementsJob } from './match-reimbursements.job.ts';

const test = await createTestApp();
const { db, clock } = test;
const admin = await test.signIn('ROLE_ADMIN');
const staff = await test.signIn();
await startTestJobs(test, (topics) => [matchReimbursementsJob({ db, clock, topics })]);

let fnskus = 0;
let fnsku = '';
let line = 0;
beforeEach(async () => {
  fnsku = `X00PAID${String(fnskus++).padStart(3, '0')}`;
  line = await seedLine(test, { fnsku });
});

/** Records a reimbursement by the marketplace. @returns its ID */
async function paid(part: { id: string; caseId?: string; amount?: string; currency?: string; quantity?: number; on?: string; of?: string }): Promise<void> {
  const { id, caseId = '', amount = '23.10', currency = 'USD', quantity = 1, on = '2026-11-22T00:00:00Z', of = '' } = part;
  await sql`insert into reimbursements (reimbursement_id, approved_at, case_id, order_id, reason, seller_sku, fnsku, asin, currency, amount, quantity, original_reimbursement_id)
    values (${id}, ${on}, ${caseId}, '', 'RemovalOrderLost', 'SKU', ${fnsku}, 'B000000001', ${currency}, ${amount}, ${quantity}, ${of})`.execute(db);
}

async function match(): Promise<void> {
  const { id } = (await admin.post('/api/jobs', { kind: 'match-reimbursements' })).json();
  expect(await jobIn(test, admin, id, ['DONE', 'FAILED'])).toMatchObject({ state: 'DONE' });
}

const detailOf = async (id: number) => (await staff.get(`/api/qrcases/${id}`)).json();

it('proposes a reimbursement that names the case, once, and resolves the case when it is accepted', async () => {
  const { caseId } = await createCase(staff, line);
  await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonCaseId: `AC-${fnsku}` });
  await paid({ id: `P1-${fnsku}`, caseId: `AC-${fnsku}` });
  await match();
  await match();
  const [proposal, ...more] = (await detailOf(caseId)).proposals;
  expect(more).toEqual([]);
  expect(proposal).toMatchObject({ reimbursement_id: `P1-${fnsku}`, amount: 23.1, matched_by: 'CASE_ID' });
  expect((await staff.get('/api/cases?view=proposed')).json().data.map((row: { qr_case_id: number }) => row.qr_case_id)).toContain(caseId);
  const both = await Promise.all([1, 2].map(() => staff.post(`/api/qrcases/${caseId}/proposals/${proposal.id}`, { accept: true })));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const detail = await detailOf(caseId);
  expect(detail).toMatchObject({ status: 'Resolved-Inventory or Refund Processed', paid_amount: 23.1, proposals: [] });
  expect(JSON.parse(detail.qr_case_data)).toMatchObject({ reimbursement_id: `P1-${fnsku}`, amazon_reimbursement_amount: '23.10 USD' });
});

it('adds up partial reimbursements', async () => {
  const { caseId } = await createCase(staff, line, { quantity: 2 });
  await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonCaseId: `AC-${fnsku}` });
  await paid({ id: `P1-${fnsku}`, caseId: `AC-${fnsku}` });
  await paid({ id: `P2-${fnsku}`, caseId: `AC-${fnsku}`, amount: '10.00' });
  await match();
  for (const { id } of (await detailOf(caseId)).proposals) await staff.post(`/api/qrcases/${caseId}/proposals/${id}`, { accept: true });
  expect(await detailOf(caseId)).toMatchObject({ paid_amount: 33.1 });
});

it('proposes by FNSKU and date when no case is named, to the oldest open case, and not after a rejection', async () => {
  const { caseId: first } = await createCase(staff, line);
  const { caseId: second } = await createCase(staff, line);
  await paid({ id: `BEFORE-${fnsku}`, on: '2026-11-01T00:00:00Z' });
  await paid({ id: `LARGE-${fnsku}`, quantity: 5 });
  await paid({ id: `P1-${fnsku}` });
  await match();
  const [proposal, ...more] = (await detailOf(first)).proposals;
  expect([proposal.reimbursement_id, more]).toEqual([`P1-${fnsku}`, []]);
  expect((await detailOf(second)).proposals).toEqual([]);
  await staff.post(`/api/qrcases/${first}/proposals/${proposal.id}`, { accept: false });
  await match();
  expect((await detailOf(first)).proposals).toEqual([]);
  expect((await detailOf(second)).proposals).toMatchObject([{ reimbursement_id: `P1-${fnsku}` }]);
});

it('proposes the payment of a case opened by mistake to another one', async () => {
  const { caseId: mistaken } = await createCase(staff, line);
  await paid({ id: `P1-${fnsku}` });
  await match();
  expect((await detailOf(mistaken)).proposals).toMatchObject([{ reimbursement_id: `P1-${fnsku}` }]);
  const { caseId: right } = await createCase(staff, line);
  const { grades } = (await staff.post('/api/getproductreturnconditiondata', { row: { removal_shipment: line } })).json();
  const ids = grades.map(({ id }: { id: number }) => id);
  expect((await staff.post('/api/returns/grades/void', { id: Math.min(...ids) })).statusCode).toBe(200);
  await match();
  const detail = await detailOf(mistaken);
  expect([detail.proposals, detail.history[0].detail]).toEqual([[], '1 proposed payment is not for this case']);
  expect((await detailOf(right)).proposals).toMatchObject([{ reimbursement_id: `P1-${fnsku}` }]);
});

it('ignores reimbursements of other cases and decided cases', async () => {
  const { caseId: named } = await createCase(staff, line);
  const { caseId: decided } = await createCase(staff, line);
  await staff.post(`/api/qrcases/${named}/amazon-data`, { amazonCaseId: `AC-${fnsku}` });
  await staff.post(`/api/qrcases/${decided}/status`, { status: 'Concluded - No Credit' });
  await paid({ id: `OTHER-${fnsku}`, caseId: 'a case of long ago' });
  await match();
  expect((await detailOf(named)).proposals).toEqual([]);
  expect((await detailOf(decided)).proposals).toEqual([]);
});

it('subtracts a reversal from the case that it names, without resolving it, and proposes none as a payment', async () => {
  const { caseId } = await createCase(staff, line);
  await paid({ id: `TAKEN-${fnsku}`, amount: '-23.10', quantity: -1 });
  await match();
  expect((await detailOf(caseId)).proposals).toEqual([]);
  await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonCaseId: `AC-${fnsku}` });
  await paid({ id: `P1-${fnsku}`, caseId: `AC-${fnsku}`, amount: '-30.00', quantity: -1 });
  await match();
  const [reversal] = (await detailOf(caseId)).proposals;
  await staff.post(`/api/qrcases/${caseId}/proposals/${reversal.id}`, { accept: true });
  const detail = await detailOf(caseId);
  expect(detail).toMatchObject({ status: 'Pending Case Creation', paid_amount: -30 });
  expect(JSON.stringify(detail.history)).toContain(`Reversal P1-${fnsku} of 30.00 USD accepted`);
  expect(JSON.stringify(detail.history)).toContain(`Amazon took back 30.00 USD (reimbursement P1-${fnsku})`);
});

it('subtracts a reversal that names only the original reimbursement from the case that has it', async () => {
  const { caseId } = await createCase(staff, line);
  await paid({ id: `P1-${fnsku}` });
  await match();
  const [payment] = (await detailOf(caseId)).proposals;
  await staff.post(`/api/qrcases/${caseId}/proposals/${payment.id}`, { accept: true });
  await paid({ id: `BACK-${fnsku}`, amount: '-23.10', quantity: -1, of: `P1-${fnsku}` });
  await paid({ id: `OTHER-${fnsku}`, amount: '-5.00', quantity: -1, of: 'of no case' });
  await match();
  await match();
  const { proposals } = await detailOf(caseId);
  expect(proposals).toMatchObject([{ reimbursement_id: `BACK-${fnsku}`, amount: -23.1 }]);
  await staff.post(`/api/qrcases/${caseId}/proposals/${proposals[0].id}`, { accept: true });
  expect(await detailOf(caseId)).toMatchObject({ paid_amount: 0, status: 'Resolved-Inventory or Refund Processed' });
});

it('counts only dollars as paid, and names the other currencies', async () => {
  const { caseId } = await createCase(staff, line, { quantity: 2 });
  await staff.post(`/api/qrcases/${caseId}/amazon-data`, { amazonCaseId: `AC-${fnsku}` });
  await paid({ id: `P1-${fnsku}`, caseId: `AC-${fnsku}` });
  await paid({ id: `P2-${fnsku}`, caseId: `AC-${fnsku}`, amount: '10.00', currency: 'CAD' });
  await match();
  for (const { id } of (await detailOf(caseId)).proposals) await staff.post(`/api/qrcases/${caseId}/proposals/${id}`, { accept: true });
  const shown = async () => {
    const { paid_amount, qr_case_data } = await detailOf(caseId);
    return [paid_amount, JSON.parse(qr_case_data).amazon_reimbursement_amount];
  };
  expect(await shown()).toEqual([23.1, '23.10 USD, 10.00 CAD']);
  await staff.post(`/api/qrcases/${caseId}/amazon-data`, { lpn: 'LPN1' });
  expect(await shown()).toEqual([23.1, '23.10 USD, 10.00 CAD']);
});
