import { sql } from 'kysely';
import { saveOrders } from '../src/features/imports/index.ts';
import { createReservationService } from '../src/features/orders/index.ts';
import type { MarketplaceOrder, OrderStatus } from '../src/integrations/marketplace/orders.ts';
import type { Database } from '../src/platform/database/connect.ts';
import type { Topics } from '../src/platform/realtime/topics.ts';
import type { SignedIn, TestApp } from './test-app.ts';
import { CODES } from './test-catalogue.ts';

interface ToldOrder {
  readonly orderId: string;
  readonly status?: OrderStatus;
  readonly isCancelRequested?: boolean;
  readonly shipBy?: Date;
  readonly items?: readonly { readonly sku: string; readonly quantity?: number; readonly shipped?: number }[];
  readonly packages?: readonly { readonly reference: string; readonly status: string; readonly detailedStatus?: string; readonly units?: number }[];
}

const CONDITIONS: Readonly<Record<string, number>> = { [CODES.kettle.goodSku]: 3, [CODES.bolt.sku]: 3 };
/** For what no test looks at. */
export const SILENT_TOPICS = { publish: () => {} } as unknown as Topics;

/** What the marketplace tells of orders, as the import takes it. Each time is a newer one. */
export function createTeller({ db, clock }: Pick<TestApp, 'db' | 'clock'>, topics: Topics = SILENT_TOPICS) {
  const reservations = createReservationService({ db, clock, topics });
  let changes = 0;
  const save = async (...orders: ToldOrder[]) => {
    const told = orders.map((order) => toMarketplaceOrder(order, clock.now(), ++changes));
    await saveOrders(db, told, clock.now());
    return told.map(({ orderId }) => orderId);
  };
  return {
    reservations,
    /** Only keeps them: what the import has done before it settles them, and a killed one leaves. */
    save,
    tell: async (...orders: ToldOrder[]): Promise<void> => reservations.settle(await save(...orders)),
  };
}

function toMarketplaceOrder(
  { orderId, status = 'UNSHIPPED', isCancelRequested = false, shipBy, items, packages = [] }: ToldOrder,
  now: Date,
  nth: number,
): MarketplaceOrder {
  return {
    orderId,
    status,
    orderedAt: now,
    updatedAt: new Date(now.getTime() + nth),
    shipBy: shipBy ?? new Date(now.getTime() + 24 * 3_600_000),
    deliverBy: new Date(now.getTime() + 5 * 24 * 3_600_000),
    serviceLevel: 'STANDARD',
    isPrime: false,
    isPremium: false,
    isBusiness: false,
    isGift: false,
    total: '29.99',
    currency: 'USD',
    isCancelRequested,
    items: (items ?? [{ sku: CODES.kettle.newSku }]).map(({ sku, quantity = 1, shipped = 0 }, index) => ({
      itemId: `${orderId}-${index + 1}`,
      sku,
      asin: CODES.kettle.asin,
      title: `Title of ${sku}`,
      condition: CONDITIONS[sku] ?? 11,
      quantity,
      shipped,
      price: '29.99',
      tax: '2.40',
      shipping: '4.99',
    })),
    packages: packages.map((one) => ({ detailedStatus: undefined, carrier: 'UPS', trackingNumber: undefined, units: 1, ...one })),
  };
}

/** Takes units of a SKU into a location. @returns their ids */
export async function stockUp(
  db: Database,
  person: SignedIn,
  { sku, count = 1, location = 'A-1' }: { sku: string; count?: number; location?: string },
): Promise<number[]> {
  for (let i = 0; i < count; i++) await person.post('/api/sfinventory', { productId: sku, locationId: location });
  const { rows } = await sql<{ id: number }>`select id from units order by id desc limit ${count}`.execute(db);
  return rows.map(({ id }) => id).reverse();
}

/**
 * Everything that is false about orders: pieces whose unit is not what they say (a closed one's left elsewhere), units that are promised to nobody, more
 * pieces to be packed than are ordered (what was packed before fewer were stays packed), orders that are shipped without their pieces, or not with them. Always nothing.
 */
export async function listOrderFaults(db: Database): Promise<object[]> {
  const { rows: pieces } = await sql<object>`
    select 'piece' as fault, p.id, p.state, u.status from order_pieces p join units u on u.id = p.unit_id
    where u.status <> case p.state when 'RESERVED' then 'SALE_PENDING' else 'SHIPPED' end or u.listing_id is distinct from p.listing_id`.execute(db);
  const { rows: units } = await sql<object>`
    select 'unit' as fault, u.id, u.status from units u left join order_pieces p on p.unit_id = u.id
    where u.status in ('SALE_PENDING', 'SHIPPED') and p.id is null`.execute(db);
  const { rows: lines } = await sql<object>`
    select 'line' as fault, p.order_id, p.item_id, i.quantity, count(*) as pieces
    from order_pieces p left join order_items i on i.order_id = p.order_id and i.item_id = p.item_id where p.state <> 'CLOSED'
    group by p.order_id, p.item_id, i.quantity
    having count(*) > coalesce(i.quantity, 0) and count(*) filter (where p.state <> 'SHIPPED') > 0`.execute(db);
  const { rows: orders } = await sql<object>`
    select 'order' as fault, o.order_id, o.local_state from orders o cross join lateral (
      select count(*) filter (where state = 'SHIPPED') as shipped, count(*) filter (where state in ('WAITING', 'RESERVED')) as open
      from order_pieces p where p.order_id = o.order_id) n
    where (o.local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRM_FAILED', 'CONFIRMED') and (n.shipped = 0 or n.open > 0))
      or (o.local_state = 'OPEN' and n.shipped > 0 and n.open = 0)
      or (o.local_state = 'CANCELED' and n.open + n.shipped > 0)`.execute(db);
  return [...pieces, ...units, ...lines, ...orders];
}
