import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createCase, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { dueClaimsTask } from './due-claims.task.ts';

const test = await createTestApp();
const { db, clock } = test;
const staff = await test.signIn();
let daysAhead = 0;
const later = { now: () => new Date(clock.now().getTime() + daysAhead * 86_400_000) };
const run = () => dueClaimsTask({ db, clock: later }).run({}, new AbortController().signal);
const titles = async (caseId: number) =>
  (await staff.get('/api/notifications?tab=ALERTS'))
    .json()
    .data.flatMap(({ kind, recordId, title }: { kind: string; recordId: string; title: string }) =>
      kind === 'claim-due' && recordId === String(caseId) ? [title] : [],
    );

/** A case whose claim is due in some days, created some days ago. */
async function dueIn(days: number, createdDaysAgo = 60): Promise<number> {
  const { caseId } = await createCase(staff, await seedLine(test, { fnsku: `X00DUE${days}${createdDaysAgo}` }));
  await sql`update return_cases set due_on = (${clock.now()}::timestamptz at time zone 'UTC')::date + ${days}::int,
    created_at = ${clock.now()}::timestamptz - make_interval(days => ${createdDaysAgo}) where id = ${caseId}`.execute(db);
  return caseId;
}

it('notifies once of each of the 14, 7, 3 and 1 days', async () => {
  const caseId = await dueIn(14);
  for (; daysAhead < 16; daysAhead++) {
    await run();
    await run();
  }
  daysAhead = 0;
  const days = (await titles(caseId)).map((title: string) => /within (.*)$/.exec(title)?.[1]);
  expect(days.toSorted()).toEqual(['1 day', '14 days', '3 days', '7 days']);
});

it('notifies later when the task did not run on the day', async () => {
  const [week, today] = [await dueIn(6), await dueIn(0)];
  await run();
  expect(await titles(week)).toEqual([expect.stringContaining('within 6 days')]);
  expect(await titles(today)).toEqual([expect.stringContaining('today')]);
});

it('does not notify of days that were over when the case was created', async () => {
  const caseId = await dueIn(6, 0);
  await run();
  expect(await titles(caseId)).toEqual([]);
});

it('lists a claim on its last day until that day ends at Amazon', async () => {
  const caseId = await dueIn(0);
  const listed = async (evening: Date) => {
    clock.set(evening);
    const person = await test.signIn();
    const rows: { qr_case_id: number }[] = (await person.get('/api/cases?view=due')).json().data;
    return rows.some(({ qr_case_id }) => qr_case_id === caseId);
  };
  const start = clock.now();
  expect(await listed(new Date('2026-11-21T07:59:00Z'))).toBe(true);
  expect(await listed(new Date('2026-11-21T08:01:00Z'))).toBe(false);
  clock.set(start);
});
