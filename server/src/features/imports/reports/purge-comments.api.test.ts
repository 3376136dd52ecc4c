import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { saveReturns } from '../internals.ts';
import { purgeCommentsTask } from './purge-comments.task.ts';

const { db, clock } = await createTestApp();
const returned = (lpn: string, daysAgo: number, comments: string) => ({
  ...{ orderId: '111-2222222-3333333', sku: 'KETTLE-N', asin: 'B0KETTLE00', fnsku: 'X00KETTLEN', lpn, quantity: 1 },
  ...{ disposition: 'SELLABLE', reason: 'UNWANTED_ITEM', status: 'Unit returned to inventory', comments },
  returnedAt: new Date(clock.now().getTime() - daysAgo * 86_400_000).toISOString(),
});
const comments = async () =>
  (await sql<{ comment: string }>`select customer_comments as comment from customer_returns order by lpn`.execute(db)).rows.map(({ comment }) => comment);

it('removes what buyers wrote about their returns after 90 days, also when a report repeats it', async () => {
  const reported = [returned('LPN1', 90, 'Call me at 555-0100'), returned('LPN2', 89, 'Too loud'), returned('LPN3', 200, '')];
  await saveReturns(db, reported);
  const after = ['Removed after 90 days', 'Too loud', ''];
  for (const _ of [1, 2]) {
    await purgeCommentsTask({ db, clock }).run({}, new AbortController().signal);
    expect(await comments()).toEqual(after);
    expect(await saveReturns(db, reported)).toMatchObject({ changed: 0 });
    expect(await comments()).toEqual(after);
  }
});
