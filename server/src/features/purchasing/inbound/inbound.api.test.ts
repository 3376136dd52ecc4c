import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn, clock } = await createTestApp();
const ann = await signIn();

it('lists returned boxes until they arrive, newest first', async () => {
  expect((await ann.get('/api/inbound-shipments')).json()).toEqual([]);
  const box = (number: string, daysAgo: number, quantity: number) =>
    sql`insert into removal_shipments (order_id, seller_sku, fnsku, disposition, quantity, carrier, tracking_number, tracking_numbers, removal_type, shipped_at)
      values ('REMOVAL-1', ${`SKU-${quantity}`}, 'X00KETTLEN', 'Sellable', ${quantity}, 'UPS', ${number}, ${[number]}::text[], 'Return',
        ${new Date(clock.now().getTime() - daysAgo * 86_400_000)})`.execute(db);
  await box('1Z1', 3, 2);
  await box('1Z1', 3, 5);
  await box('1Z2', 1, 1);
  await box('1ZOLD', 91, 1);
  expect((await ann.get('/api/inbound-shipments')).json()).toEqual([
    expect.objectContaining({ kind: 'RETURN', packing_list_id: null, reference: '1Z2', order: 'REMOVAL-1', units: 1, received: 0 }),
    expect.objectContaining({ reference: '1Z1', units: 7, sent_at: expect.any(String), expected_on: null }),
  ]);
  await sql`insert into return_packages (tracking_number) values ('1Z2')`.execute(db);
  expect((await ann.get('/api/inbound-shipments')).json()).toEqual([expect.objectContaining({ reference: '1Z1' })]);
  expect((await ann.get('/api/inbound-shipments/export.csv?kind=RETURN')).body.split('\r\n')).toEqual([
    '\uFEFFShipment,From,Order,Carrier,Tracking number,Expected,Sent (UTC),Units,Received',
    expect.stringMatching(/^1Z1,RETURN,REMOVAL-1,UPS,1Z1,,[^,]+,7,0$/),
    '',
  ]);
});
