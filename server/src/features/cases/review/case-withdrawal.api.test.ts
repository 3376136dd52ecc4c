import { beforeEach, expect, it } from 'vitest';
import { createCase, jpeg, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const staff = await test.signIn();
await seedTestCatalog(test.db);

let line = 0;
beforeEach(async () => {
  line = await seedLine(test);
});

const conditionOf = async () => (await staff.post('/api/getproductreturnconditiondata', { row: { removal_shipment: line } })).json();
const latest = async () => (await conditionOf()).grades[0].id as number;
const takeBack = (id: number) => staff.post('/api/returns/grades/void', { id });
const detailOf = async (id: number) => (await staff.get(`/api/qrcases/${id}`)).json();

it('closes a case opened by mistake, disables its link and releases its units, once', async () => {
  const code = await createCase(staff, line, { quantity: 4 });
  const id = await latest();
  const answers = await Promise.all([takeBack(id), takeBack(id), takeBack(id)]);
  expect(answers.map((answer) => answer.json().success)).toEqual([true, true, true]);
  expect(await conditionOf()).toMatchObject({ graded: 0, remaining: 10, grades: [{ voided: true }] });
  const { status, history } = await detailOf(code.caseId);
  expect(status).toBe('Concluded - No Credit');
  const reported = history.filter(({ detail }: { detail: string }) => detail.includes('Opened by mistake'));
  expect(reported).toMatchObject([{ detail: 'Status from Pending Case Creation to Concluded - No Credit: Opened by mistake', actor: expect.any(String) }]);
  expect((await new Phone(test, code).open()).json().error.reason).toBe('revoked');
});

it('is recorded in the history of a closed case', async () => {
  const { caseId } = await createCase(staff, line);
  await staff.post(`/api/qrcases/${caseId}/status`, { status: 'Concluded - No Credit' });
  expect((await takeBack(await latest())).statusCode).toBe(200);
  expect((await detailOf(caseId)).history[0].detail).toBe('Opened by mistake');
});

it.each(['photos', 'an Amazon Case ID', 'a Reimbursement ID'])('of a case with %s is refused and changes nothing', async (what) => {
  const code = await createCase(staff, line, { quantity: 4 });
  if (what === 'photos') {
    const phone = new Phone(test, code);
    await phone.open();
    await phone.send(await jpeg());
  } else await staff.post(`/api/qrcases/${code.caseId}/amazon-data`, what === 'an Amazon Case ID' ? { amazonCaseId: '9' } : { reimbursementId: '9' });
  const refused = await takeBack(await latest());
  expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'has_case']);
  expect(await conditionOf()).toMatchObject({ graded: 4, grades: [{ voided: false }] });
  expect((await detailOf(code.caseId)).status).toBe('Pending Case Creation');
});
