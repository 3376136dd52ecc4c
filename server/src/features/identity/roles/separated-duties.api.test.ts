import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { app, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const [ann, bob] = [await signIn('ROLE_ADMIN'), await signIn('ROLE_ADMIN')];
const [ofAnn, ofBob] = [invoicingOf(ann), invoicingOf(bob)];
const OFF = { invoices: false, credits: false, prices: false };

const separate = async (duty?: keyof typeof OFF) => {
  const answer = await ann.post('/api/separated-duties', duty === undefined ? OFF : { ...OFF, [duty]: true });
  expect(answer.json()).toEqual({ success: true });
};
const outcome = (answer: { statusCode: number; json(): { error?: { reason: string } } }) => answer.json().error?.reason ?? answer.statusCode;

describe('an invoice that a person entered or changed', () => {
  const enter = async (poNumber: string) => {
    const order = await ofAnn.order(poNumber, [{ qty: 2, cost: '5', received: 2 }]);
    const lines = [[order.lineIds[0] ?? 0, 2, '5']] as const;
    return { id: (await ofAnn.bill(lines, '10.00')).json().id as number, line: lines[0] };
  };
  const changed = ([purchase_order_line_id, quantity, unit_cost]: readonly [number, number, string], number: string) => ({
    ...{ number, invoiced_on: '2026-11-18', total: '10.00', lines: [{ purchase_order_line_id, quantity, unit_cost }] },
  });

  it('is approved and paid by the same person while duties are not separated', async () => {
    const { id } = await enter('SD-1');
    expect([outcome(await ofAnn.approve(id)), outcome(await ofAnn.pay(id))]).toEqual([200, 200]);
  });

  it('is approved and paid by another person', async () => {
    const { id } = await enter('SD-2');
    await separate('invoices');
    expect(outcome(await ofAnn.approve(id))).toBe('separated_duties');
    expect(outcome(await ofBob.approve(id))).toBe(200);
    expect(outcome(await ofAnn.pay(id))).toBe('separated_duties');
    expect(outcome(await ofBob.pay(id))).toBe(200);
    await separate();
  });

  it('is approved by nobody who changed it, also long ago', async () => {
    const { id, line } = await enter('SD-3');
    expect(outcome(await ofBob.edit(id, changed(line, 'SD-3-B')))).toBe(200);
    expect(outcome(await ofAnn.edit(id, changed(line, 'SD-3-A')))).toBe(200);
    await separate('invoices');
    expect([outcome(await ofAnn.approve(id)), outcome(await ofBob.approve(id))]).toEqual(['separated_duties', 'separated_duties']);
    const third = invoicingOf(await signIn('ROLE_ADMIN'));
    expect(outcome(await third.approve(id))).toBe(200);
    await separate();
  });

  it('is not approved by an API key of the person', async () => {
    const { id } = await enter('SD-4');
    await separate('invoices');
    const scopes = ['invoices.approve', 'invoices.read'];
    const { key } = (await ann.post('/api/api-keys', { name: 'Approver', scopes, expires_in_days: 1 })).json();
    const withKey = {
      ...ann,
      post: (url: string, payload: object) => app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${key}` }, payload }),
    };
    expect(outcome(await invoicingOf(withKey as SignedIn).approve(id))).toBe('separated_duties');
    await separate();
  });
});

describe('a credit', () => {
  it('is marked as received by another person than its creator, also among others', async () => {
    const order = await ofAnn.order('SD-5', [{ qty: 4, cost: '5', received: 2 }]);
    await ofAnn.bill([[order.lineIds[0] ?? 0, 4, '5']], '20.00');
    expect(outcome(await ofAnn.creditDifferences(order.id))).toBe(200);
    const entered = { purchaseOrderId: order.id, type: 'REBATE', amount: '3.00', note: 'Agreed' };
    const made = await bob.post('/api/vendor-credits', entered);
    expect([made.statusCode, made.json().error]).toEqual([200, undefined]);
    const credits = (await ofAnn.credits(`purchaseOrderId=${order.id}`)).data;
    const ids = credits.map(({ id }) => id);
    const ofDifferences = credits.filter(({ type }) => type !== 'REBATE').map(({ id }) => id);
    expect([ids.length, ofDifferences.length]).toEqual([2, 1]);
    expect(outcome(await ofAnn.move(ids, 'REQUESTED'))).toBe(200);
    await separate('credits');
    expect(outcome(await ofAnn.move(ids, 'RECEIVED'))).toBe('separated_duties');
    expect(outcome(await ofBob.move(ids, 'RECEIVED'))).toBe('separated_duties');
    expect(outcome(await ofBob.move(ofDifferences, 'RECEIVED'))).toBe(200);
    // The state that the creator may choose.
    expect(
      outcome(
        await ofBob.move(
          ids.filter((id) => !ofDifferences.includes(id)),
          'DENIED',
          { reason: 'No' },
        ),
      ),
    ).toBe(200);
    await separate();
  });
});

describe('a held price', () => {
  const hold = async (sku: string, startedBy: SignedIn) => {
    const { rows } = await sql<{ code: string }>`
      with job as (insert into listing_jobs (kind, started_by) select 'sync', id from users where email = ${startedBy.email} returning id, code),
      held as (insert into listing_changes (job_id, seller_sku, old_price, new_price, sends_price, sends_quantity, held_by, outcome)
        select id, ${sku}, 20, 10, false, false, 'drop', 'HELD' from job)
      select code::text as code from job`.execute(db);
    const job_id = rows[0]?.code ?? '';
    return (by: SignedIn, kind: string) => by.post(`/api/bulk/${kind}`, { selection: { ids: [sku] }, input: { job_id } }).then((answer) => answer.json());
  };

  it('is decided by another person than the one who started its job', async () => {
    const decide = await hold('SD-HELD-1', ann);
    await separate('prices');
    expect(await decide(ann, 'approve-prices')).toMatchObject({ done: 0, refused: 1 });
    expect(await decide(ann, 'decline-prices')).toMatchObject({ done: 0, refused: 1 });
    expect(await decide(bob, 'decline-prices')).toMatchObject({ done: 1, refused: 0 });
    // Declined by another person, the price must not be approved by the first one either.
    expect(await decide(ann, 'approve-prices')).toMatchObject({ done: 0, refused: 1 });
    await separate();
    expect(await decide(ann, 'approve-prices')).toMatchObject({ done: 1, refused: 0 });
  });
});

it('changes only the duties that are named, so that two people can change different ones', async () => {
  await separate('prices');
  await bob.post('/api/separated-duties', { credits: true });
  await ann.post('/api/separated-duties', {});
  expect((await bob.get('/api/separated-duties')).json()).toEqual({ ...OFF, prices: true, credits: true });
  await separate();
});

it('is set by people who may manage people, and stays in the audit log', async () => {
  expect((await (await signIn()).post('/api/separated-duties', OFF)).statusCode).toBe(403);
  await separate('prices');
  expect((await bob.get('/api/separated-duties')).json()).toEqual({ ...OFF, prices: true });
  await separate();
  const { data } = (await ann.get('/api/audit-log?kind=separated_duties')).json();
  expect(data[0]).toMatchObject({ before: { prices: true }, after: { prices: false } });
});
