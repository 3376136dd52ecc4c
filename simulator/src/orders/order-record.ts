import type { ConditionType } from '../listings/conditions.ts';

export const DAY_MS = 24 * 3_600_000;

/** The days of each service level for shipping and for transit. */
export const SERVICE_LEVELS = { STANDARD: [2, 5], EXPEDITED: [1, 3], SECOND_DAY: [1, 2], NEXT_DAY: [1, 1] } as const;
export type ServiceLevel = keyof typeof SERVICE_LEVELS;

export interface OrderRecord {
  readonly orderId: string;
  readonly createdAt: number;
  readonly items: {
    readonly id: string;
    readonly sku: string;
    readonly asin: string;
    readonly title: string;
    readonly condition: ConditionType;
    readonly quantity: number;
    shipped: number;
    readonly cents: number;
  }[];
  /** When the payment is complete, so that the order may ship. */
  readonly payableAt: number;
  readonly isCanceled: boolean;
  readonly isCancelRequested: boolean;
  readonly isGift: boolean;
  readonly programs: readonly string[];
  readonly serviceLevel: ServiceLevel;
  updatedAt: number;
  /** The packages by the seller's package number. */
  readonly packages: Map<string, OrderPackage>;
}

export interface OrderPackage {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly shipTime: string;
  readonly items: readonly { readonly orderItemId: string; readonly quantity: number }[];
  readonly createdAt: number;
  /** Whether the buyer refuses the package, so that it returns. */
  readonly comesBack: boolean;
}

/** The time of the order's last change: its payment, its shipment, or a new status of a package. */
export function changedAt(order: OrderRecord, now: number): number {
  const stops = [...order.packages.values()].flatMap((box) => journeyOf(order, box)).map(({ at }) => at);
  return Math.max(order.updatedAt, ...[order.payableAt, ...stops].filter((at) => at <= now));
}

interface Stop {
  readonly at: number;
  readonly status: string;
  readonly detailedStatus: string;
}

const OUT_AT_HOUR = 6;
const THERE_AT_HOUR = 18;

/** The status of a package and its time. A package departs in the morning of a day and arrives in the evening. */
export function journeyOf({ serviceLevel }: OrderRecord, { createdAt, comesBack }: OrderPackage): Stop[] {
  const [, wayDays] = SERVICE_LEVELS[serviceLevel];
  const lastDay = (Math.floor(createdAt / DAY_MS) + wayDays) * DAY_MS;
  const stops = [
    { at: createdAt, status: 'IN_TRANSIT', detailedStatus: 'PICKED_UP' },
    { at: lastDay + OUT_AT_HOUR * 3_600_000, status: 'IN_TRANSIT', detailedStatus: 'OUT_FOR_DELIVERY' },
  ];
  if (!comesBack) return [...stops, { at: lastDay + THERE_AT_HOUR * 3_600_000, status: 'DELIVERED', detailedStatus: 'DELIVERED' }];
  return [
    ...stops,
    { at: lastDay + THERE_AT_HOUR * 3_600_000, status: 'UNDELIVERABLE', detailedStatus: 'REJECTED_BY_BUYER' },
    { at: lastDay + 4 * DAY_MS, status: 'UNDELIVERABLE', detailedStatus: 'RETURNED_TO_SELLER' },
  ];
}

export function statusOf(order: OrderRecord, now: number): string {
  if (order.isCanceled) return 'CANCELLED';
  if (order.items.every((item) => item.shipped >= item.quantity)) return 'SHIPPED';
  if (order.items.some((item) => item.shipped > 0)) return 'PARTIALLY_SHIPPED';
  return order.payableAt <= now ? 'UNSHIPPED' : 'PENDING';
}
