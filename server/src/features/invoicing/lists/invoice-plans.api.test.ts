import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listInvoices } from './invoice-list.read-model.ts';

const INVOICES = 20_000;
const PAGE = 50;

const app = await createTestApp();
await app.signIn();
const { db, rowsRead } = openPlans(app, /^(vendor_invoices|vendor_invoice_matches|vendor_credits|vendor_invoice_lines|purchase_orders)$/);
await sql`
  insert into vendor_invoices (number, vendor, invoiced_on, total, created_by)
  select 'PLAN-' || n, 'Vendor ' || n % 40, now(), n, (select min(id) from users) from generate_series(1, ${INVOICES}::int) n`.execute(app.db);
await app.owner.db.executeQuery(sql`analyze`.compile(app.owner.db));

it('reads the invoices of a page by their keys', async () => {
  const { rows } = await sql<{ id: number }>`select id from vendor_invoices order by id desc offset 10000 limit ${PAGE}`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  expect(await rowsRead(() => listInvoices(db, ids))).toBeLessThanOrEqual(3 * PAGE);
  expect((await listInvoices(app.db, ids)).map(({ id }) => id)).toEqual(ids);
});
