import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { ServerProcess } from '../../../../test/server-process.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { startTestSmtp } from '../../../../test/test-smtp.ts';

const smtp = await startTestSmtp();
const { db, owner, connection, clock, signIn } = await createTestApp();
// The server process uses the real time, and must accept the tokens.
clock.set(new Date());
const server = new ServerProcess(connection, { SMTP_URL: smtp.url, MAIL_FROM: 'stowage@example.com' });
afterAll(() => server.remove());
const admin = await signIn('ROLE_ADMIN');

const INVOICES = 200;
const LINES = 10;
const REQUESTS = 12;
const PATIENT = { timeout: 60_000, interval: 50 };

/** Orders of ten lines, completely received except one unit of each tenth order. */
async function seedOrders(): Promise<void> {
  await sql`insert into purchase_orders (po_number, vendor, upload_id, created_by) select 'KILL-' || nth, 'Norden', 0, 1 from generate_series(1, ${sql.lit(INVOICES)}) nth`.execute(
    db,
  );
  await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, ordered, received, unit_cost)
    select p.id, line, '00000000000000', 'S-' || line, 'Laid', 10, 10 - (nth % 10 = 0 and line = 1)::int, 2.5
    from generate_series(1, ${sql.lit(INVOICES)}) nth join purchase_orders p on p.po_number = 'KILL-' || nth, generate_series(1, ${sql.lit(LINES)}) line`.execute(
    db,
  );
  await sql`analyze`.execute(owner.db);
}

async function post(url: string, body: unknown): Promise<{ status: number; json: unknown } | undefined> {
  const address = await server.address;
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  try {
    const answer = await fetch(`${address}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, json: await answer.json() };
  } catch {
    return undefined;
  }
}

const count = async (table: string) => (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;

it('saves nothing of an interrupted import of thousands of lines and enters it once when repeated', async () => {
  await seedOrders();
  const rows = Array.from({ length: INVOICES * LINES }, (_, at) => {
    const nth = 1 + Math.floor(at / LINES);
    return {
      number: `K-${nth}`,
      po_number: `KILL-${nth}`,
      supplier_sku: `S-${1 + (at % LINES)}`,
      quantity: '10',
      unit_cost: '2.50',
      invoiced_on: '2026-11-18',
    };
  });
  await server.address;
  const cutOff = post('/api/vendor-invoices/file', { rows });
  const entering = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_locks where relation = 'vendor_invoice_lines'::regclass and mode = 'RowExclusiveLock'`.execute(
        db,
      )
    ).rows[0]?.n;
  await expect.poll(entering, PATIENT).toBeGreaterThan(0);
  await server.killAndStart();
  expect(await cutOff).toBeUndefined();
  await expect.poll(entering, PATIENT).toBe(0);
  expect([await count('vendor_invoices'), await count('vendor_invoice_lines'), await count('vendor_invoice_sums')]).toEqual([0, 0, 0]);

  expect((await post('/api/vendor-invoices/file', { rows }))?.status).toBe(200);
  expect([await count('vendor_invoices'), await count('vendor_invoice_lines')]).toEqual([INVOICES, INVOICES * LINES]);
  const again = await post('/api/vendor-invoices/file', { rows });
  expect([again?.status, await count('vendor_invoices')]).toEqual([422, INVOICES]);
  const sums = await sql`select sum(rows)::int as n, sum(total)::text as total from vendor_invoice_sums`.execute(db);
  expect(sums.rows).toEqual([{ n: INVOICES, total: '50000.00' }]);
}, 240_000);

it('sends one mail when the server is killed during a request', async () => {
  const { rows: orders } = await sql<{ id: number }>`
    select purchase_order_id as id from purchase_order_money where match = 'QTY_DIFFERENCE' order by 1 limit ${sql.lit(REQUESTS)}`.execute(db);
  let answered = 0;
  let kill: Promise<void> | undefined;
  const ask = async ({ id }: { id: number }) => {
    await admin.post('/api/vendor-credits/from-differences', { purchaseOrderId: id });
    const { draft } = (await admin.get(`/api/purchase-money/${id}/credit-request`)).json();
    const { subject, text, expected_ids, amount } = draft;
    const body = { client_id: `kill ${id}`, recipient: 'credits@norden.example', subject, text, expected_ids, amount };
    // Repeats a call until it is answered, as the page does.
    let answer = await post(`/api/purchase-money/${id}/credit-request`, body);
    while (answer === undefined) answer = await post(`/api/purchase-money/${id}/credit-request`, body);
    expect(answer).toMatchObject({ status: 200 });
    answered += 1;
    if (answered === REQUESTS / 3) kill = server.killAndStart();
  };
  await Promise.all(orders.map(ask));
  await kill;
  // The mails of the killed server are claimed again after a while; here immediately.
  const unsent = async () => {
    await sql`update mails set next_attempt_at = now() where state = 'SENDING' and attempts = 1`.execute(db);
    return (await sql<{ n: number }>`select count(*)::int as n from mails where state <> 'SENT'`.execute(db)).rows[0]?.n;
  };
  await expect.poll(unsent, PATIENT).toBe(0);
  expect([await count('credit_requests'), await count('mails')]).toEqual([REQUESTS, REQUESTS]);
  // A mail that was accepted before its answer was lost arrives again with its own ID, by which a mailbox recognizes it.
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(REQUESTS);
  expect(smtp.received.length).toBeLessThanOrEqual(REQUESTS + 1);
  const { rows } = await sql`select distinct state from vendor_credits`.execute(db);
  expect(rows).toEqual([{ state: 'REQUESTED' }]);
}, 240_000);
