import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listLinesByCodes } from './returned-line.read-model.ts';

const LINES = 20_000;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^removal_shipments$/);
await sql`
  insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
  select 'R' || n, now() - make_interval(mins => n), 'SKU-' || n % 100, 'X0' || n % 100, 'Unsellable', '1Z' || n, array['1Z' || n], 'UPS', 3, 'Return'
  from generate_series(1, ${LINES}::int) n`.execute(app.owner.db);
await sql`analyze removal_shipments`.execute(app.owner.db);

it.each([
  ['of an old box', ['1Z19999', 'Z19999'], 'R19999'],
  ['of no box', ['1Z0'], undefined],
])('finds the line %s by its tracking number without reading the others', async (_, trackingNumbers, orderId) => {
  const find = () => listLinesByCodes(db, { trackingNumbers, orderId: undefined, sku: undefined, fnsku: undefined, disposition: undefined });
  expect(await rowsRead(find)).toBeLessThanOrEqual(2 * trackingNumbers.length);
  expect((await find())[0]?.order_id).toBe(orderId);
});
