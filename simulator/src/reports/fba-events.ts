import { parcel } from '../orders/carriers.ts';
import { createRandom } from '../random.ts';
import type { ReportRow } from '../records.ts';
import { channelOf, type Listing, priceOf, type State } from '../state.ts';
import { iso } from '../wire.ts';

/**
 * The events in the marketplace's warehouses. Each day's events depend only on the seed and the day, so that a restarted
 * simulator reports the same events, and new ones follow every day.
 */
const DAY_MS = 24 * 3_600_000;
const DISPOSITIONS = ['Sellable', 'Unsellable', 'Unsellable', 'Unsellable'] as const;
const RETURN_REASONS = ['DEFECTIVE', 'UNWANTED_ITEM', 'NOT_AS_DESCRIBED', 'ORDERED_WRONG_ITEM', 'DAMAGED_BY_CARRIER'] as const;
const COMMENTS = ['', '', 'Box was open', 'Does not switch on', 'Too small', 'Changed my mind'] as const;
const REIMBURSED_FOR = ['Lost_Warehouse', 'Damaged_Warehouse', 'CustomerReturn', 'RemovalOrderLost'] as const;

type Window = { readonly from: number; readonly to: number };
interface Day {
  readonly at: number;
  readonly number: number;
  readonly random: () => number;
  readonly listing: () => Listing;
}

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

function daysOf(state: State, { from, to }: Window, story: number): Day[] {
  const listings = [...state.listings.values()];
  if (listings.length === 0) return [];
  const days: Day[] = [];
  for (let number = Math.floor(from / DAY_MS); number * DAY_MS <= to; number++) {
    const random = createRandom(state.seed * 7_919 + story * 104_729 + number);
    days.push({ at: number * DAY_MS, number, random, listing: () => pick(listings, random) });
  }
  return days;
}

/** The time between a customer's return and the box that brings the unit to the seller. */
const RETURN_TRAVELS_DAYS = { least: 8, most: 24 } as const;

/**
 * Units that were sent back to the seller. One box holds several lines, and sometimes two boxes share a cell. Customers
 * returned most of them some weeks earlier.
 */
export function removalShipments(state: State, window: Window): ReportRow[] {
  return daysOf(state, window, 1).flatMap(({ at, random, number, listing }) => {
    const returned = customerReturns(state, { from: at - RETURN_TRAVELS_DAYS.most * DAY_MS, to: at - RETURN_TRAVELS_DAYS.least * DAY_MS });
    const boxes = Math.floor(random() * 3);
    return Array.from({ length: boxes }, (_, box) => {
      const { carrier, trackingNumber } = parcel(random);
      const order = `R${number}${box}`;
      const lines = 1 + Math.floor(random() * 5);
      return Array.from({ length: lines }, (__, line) => {
        const drawn = listing();
        const unit = random() < 0.7 && returned.length > 0 ? pick(returned, random) : { sku: drawn.sku, fnsku: drawn.fnSku };
        return {
          'request-date': iso(at - 9 * DAY_MS),
          'order-id': order,
          'shipment-date': iso(at + 3_600_000 * (1 + line)),
          sku: unit.sku ?? '',
          fnsku: unit.fnsku ?? '',
          disposition: pick(DISPOSITIONS, random),
          'shipped-quantity': 1 + Math.floor(random() * 4),
          carrier,
          'tracking-number': line === 0 && random() < 0.1 ? `${trackingNumber}, ${parcel(random).trackingNumber}` : trackingNumber,
          'removal-order-type': 'Return',
        };
      });
    }).flat();
  });
}

/** The removal orders of the boxes. Some units of an order are disposed of or still in process. */
export function removalOrders(state: State, window: Window): ReportRow[] {
  const lines = new Map<string, ReportRow>();
  for (const shipped of removalShipments(state, window)) {
    const key = [shipped['order-id'], shipped.sku, shipped.disposition].join(' ');
    const quantity = Number(shipped['shipped-quantity']) + Number(lines.get(key)?.['shipped-quantity'] ?? 0);
    lines.set(key, {
      'request-date': shipped['request-date'] ?? '',
      'order-id': shipped['order-id'] ?? '',
      'order-source': 'Seller-initiated Manual Removal',
      'order-type': 'Return',
      'service-speed': 'Standard',
      'order-status': 'Completed',
      'last-updated-date': shipped['shipment-date'] ?? '',
      sku: shipped.sku ?? '',
      fnsku: shipped.fnsku ?? '',
      disposition: shipped.disposition ?? '',
      'requested-quantity': quantity,
      'cancelled-quantity': 0,
      'disposed-quantity': 0,
      'shipped-quantity': quantity,
      'in-process-quantity': 0,
      'removal-fee': (quantity * 0.97).toFixed(2),
      currency: 'USD',
    });
  }
  return [...lines.values()];
}

const CITIES = [
  ['Portland', 'OR', '97201'],
  ['Austin', 'TX', '73301'],
  ['Columbus', 'OH', '43004'],
  ['Tampa', 'FL', '33601'],
] as const;

/** The units that the marketplace sent to customers, one line per unit. */
export function shipmentSales(state: State, window: Window): ReportRow[] {
  const isFba = [...state.listings.values()].some((listing) => channelOf(listing) !== 'DEFAULT');
  if (!isFba) return [];
  return daysOf(state, window, 4).flatMap(({ at, number, random, listing }) =>
    Array.from({ length: Math.floor(random() * 12) }, (_, index) => {
      const drawn = listing();
      if (channelOf(drawn) === 'DEFAULT') return [];
      const [city, region, postalCode] = pick(CITIES, random);
      return [
        {
          'shipment-date': iso(at + Math.floor(random() * DAY_MS)),
          sku: drawn.sku,
          fnsku: drawn.fnSku,
          asin: drawn.asin,
          'fulfillment-center-id': pick(['PHX7', 'LEX2', 'ABE8'], random),
          quantity: 1 + Math.floor(random() * 2),
          'amazon-order-id': `114-${String(number).padStart(7, '0')}-${String(index).padStart(7, '0')}`,
          currency: 'USD',
          'item-price-per-unit': (priceOf(drawn) ?? 0).toFixed(2),
          'shipping-price': '0.00',
          'gift-wrap-price': '0.00',
          'ship-city': city,
          'ship-state': region,
          'ship-postal-code': postalCode,
        },
      ];
    }).flat(),
  );
}

export function customerReturns(state: State, window: Window): ReportRow[] {
  return daysOf(state, window, 2).flatMap(({ at, number, random, listing }) =>
    Array.from({ length: Math.floor(random() * 5) }, (_, index) => {
      const item = listing();
      return {
        'return-date': iso(at + index * 3_600_000),
        'order-id': `113-${String(number).padStart(7, '0')}-${String(index).padStart(7, '0')}`,
        sku: item.sku,
        asin: item.asin,
        fnsku: item.fnSku,
        'product-name': item.title,
        quantity: 1,
        'fulfillment-center-id': pick(['PHX7', 'LEX2', 'ABE8'], random),
        'detailed-disposition': pick(['SELLABLE', 'CUSTOMER_DAMAGED', 'DEFECTIVE'], random),
        reason: pick(RETURN_REASONS, random),
        status: 'Unit returned to inventory',
        'license-plate-number': `LPNRR${String(number % 10_000).padStart(4, '0')}${String(index).padStart(2, '0')}${Math.floor(random() * 900 + 100)}`,
        'customer-comments': pick(COMMENTS, random),
      };
    }),
  );
}

export function reimbursements(state: State, window: Window): ReportRow[] {
  return daysOf(state, window, 3)
    .filter(({ random }) => random() < 0.4)
    .map(({ at, number, random, listing }) => {
      const item = listing();
      const quantity = 1 + Math.floor(random() * 3);
      const cents = 500 + Math.floor(random() * 4_000);
      return {
        'approval-date': iso(at + 12 * 3_600_000),
        'reimbursement-id': String(9_000_000_000 + number),
        'case-id': random() < 0.5 ? String(14_000_000_000 + number) : '',
        'amazon-order-id': '',
        reason: pick(REIMBURSED_FOR, random),
        sku: item.sku,
        fnsku: item.fnSku,
        asin: item.asin,
        'product-name': item.title,
        condition: 'Sellable',
        'currency-unit': 'USD',
        'amount-per-unit': (cents / 100).toFixed(2),
        'amount-total': ((cents * quantity) / 100).toFixed(2),
        'quantity-reimbursed-cash': quantity,
        'quantity-reimbursed-inventory': 0,
        'quantity-reimbursed-total': quantity,
        'original-reimbursement-id': '',
        'original-reimbursement-type': '',
      };
    });
}
