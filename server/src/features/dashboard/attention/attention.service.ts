import { CASE_DUE_DAYS } from '@stowage/contract/cases/cases';
import { CLAIM_ZONE, claimDay } from '@stowage/contract/cases/claim-day';
import type { AttentionRow } from '@stowage/contract/dashboard/dashboard';
import type { AttentionKind } from '@stowage/contract/dashboard/dashboard-cards';
import { addDays } from '@stowage/contract/formats/day';
import { HOUR_MS } from '@stowage/contract/formats/durations';
import { counted } from '@stowage/contract/formats/text/counted';
import { PUTAWAY_HOURS, PUTAWAY_LIMIT } from '@stowage/contract/inventory/units';
import type { OrderNeed } from '@stowage/contract/orders/order-stages';
import { HELD_LIMIT } from '@stowage/contract/pricing/pricing-breakdown';
import { dayStart } from '../../../platform/formats/zone-day.ts';
import { countAwaitingPutaway } from '../../inventory/index.ts';
import { getUnfollowed, listHeldPrices } from '../../pricing/index.ts';
import { listPackagesToProcess } from '../../returns/index.ts';
import type { FigureContext } from '../figures/number-cards.service.ts';
import { sumOpenCases } from '../figures/trade-numbers.read-model.ts';
import { COUNT_LIMIT, countBadFeeds, findDueClaims, findShortLists } from './attention.read-model.ts';
import { sumOrdersInNeed } from './attention-order.read-model.ts';

/** A claim with at most this many days left has high severity. */
const URGENT_CLAIM_DAYS = 2;

type Attention = Omit<AttentionRow, 'kind' | 'isCutShort' | 'unknown' | 'asOf'> & Partial<Pick<AttentionRow, 'isCutShort' | 'unknown' | 'asOf'>>;

/** Computes the row of each kind; undefined if nothing needs attention. */
export const ATTENTION_OF: Readonly<Record<AttentionKind, (context: FigureContext) => Promise<Attention | undefined>>> = {
  'orders-late': (context) => describeOrders(context, 'late', { severity: 'HIGH', one: 'order is late', many: 'orders are late', action: 'Ship' }),

  'orders-due': (context) => describeOrders(context, 'today', { severity: 'MEDIUM', one: 'order is due today', many: 'orders are due today', action: 'Ship' }),

  'cancel-requests': (context) =>
    describeOrders(context, 'cancel', { severity: 'HIGH', one: 'buyer requests a cancellation', many: 'buyers request a cancellation', action: 'Answer' }),

  'failed-confirmations': (context) =>
    describeOrders(context, 'failed', { severity: 'HIGH', one: 'shipment could not be confirmed', many: 'shipments could not be confirmed', action: 'Review' }),

  async 'case-photos'({ db }) {
    const { cases, amount, unknown } = await sumOpenCases(db, 'NEEDS_PHOTOS');
    if (cases <= 0) return undefined;
    return {
      ...{ severity: 'MEDIUM', text: counted(cases, 'case needs photos', 'cases need photos'), count: cases, dueAt: null },
      ...{ amount: cases > unknown ? amount : null, unknown, action: 'Take photos', path: '/case-review?status=Need+additional+photos' },
    };
  },

  async 'claims-due'({ db, now }) {
    const { count, amount, unknown, dueOn } = await findDueClaims(db, now);
    if (count === 0 || dueOn === null) return undefined;
    return {
      ...{
        severity: dueOn <= addDays(claimDay(now), URGENT_CLAIM_DAYS) ? 'HIGH' : 'MEDIUM',
        count,
        amount,
        unknown,
        isCutShort: count === COUNT_LIMIT,
      },
      text: counted(count, `claim ends within ${CASE_DUE_DAYS} days`, `claims end within ${CASE_DUE_DAYS} days`),
      // A claim can be filed until the end of its last day.
      ...{ dueAt: dayStart(addDays(dueOn, 1), CLAIM_ZONE).toISOString(), action: 'File', path: '/case-review?view=due' },
    };
  },

  async 'open-packages'({ db }) {
    const packages = await listPackagesToProcess(db);
    const [newest] = packages;
    if (newest === undefined) return undefined;
    const path = packages.length === 1 ? `/returns?${new URLSearchParams({ q: newest.tracking_number })}` : '/returns';
    const text = counted(packages.length, 'returned box is open and not finished', 'returned boxes are open and not finished');
    return { severity: 'MEDIUM', text, count: packages.length, amount: null, dueAt: null, action: 'Continue', path };
  },

  async 'short-lists'({ db }) {
    const { orders, lists, units, amount, listId, poNumber } = await findShortLists(db);
    if (lists === 0) return undefined;
    const address = new URLSearchParams({ po: poNumber ?? '', tab: 'receive', list: String(listId) });
    const ofLists = lists === orders ? '' : ` on ${counted(lists, 'packing list')}`;
    return {
      ...{ severity: 'LOW', count: orders, amount, dueAt: null, isCutShort: lists === COUNT_LIMIT, action: 'Receive' },
      text: `${counted(orders, 'order in receiving is short', 'orders in receiving are short')} by ${counted(units, 'unit')}${ofLists}`,
      path: lists === 1 ? `/receiveinventory?${address}` : '/polist?show=short',
    };
  },

  async 'units-in-receiving'({ db, now }) {
    const units = await countAwaitingPutaway(db, new Date(now.getTime() - PUTAWAY_HOURS * HOUR_MS));
    if (units === 0) return undefined;
    const text = counted(units, 'unit has awaited putaway for more than a day', 'units have awaited putaway for more than a day');
    const path = '/localinventoryadjustment?show=lying';
    return { severity: 'LOW', text, count: units, amount: null, dueAt: null, isCutShort: units === PUTAWAY_LIMIT, action: 'Put away', path };
  },

  async 'feeds-failed'({ db, now }) {
    const { failed, stuck } = await countBadFeeds(db, now);
    if (failed + stuck === 0) return undefined;
    const text = [failed > 0 && counted(failed, 'feed failed', 'feeds failed'), stuck > 0 && counted(stuck, 'feed is stuck', 'feeds are stuck')];
    const path = '/feed-status?show=look';
    return { severity: 'HIGH', text: text.filter(Boolean).join(', '), count: failed + stuck, amount: null, dueAt: null, action: 'Review', path };
  },

  async 'out-of-sync'({ figures }) {
    const { skus, at } = await figures.outOfSync();
    if (skus === 0) return undefined;
    const text = counted(skus, 'SKU is out of sync with Amazon', 'SKUs are out of sync with Amazon');
    const path = '/merchantfulfilledinventory?tab=stock&show=out_of_sync';
    return { severity: 'MEDIUM', text, count: skus, amount: null, asOf: at.toISOString(), dueAt: null, action: 'Compare', path };
  },

  async 'price-guard'({ db, now }) {
    const { jobCode, skus } = await listHeldPrices(db, now);
    const held = skus.length;
    if (held === 0 || jobCode === undefined) return undefined;
    const text = counted(held, 'price waits for approval', 'prices wait for approval');
    const path = `/reports?${new URLSearchParams({ type: 'pricing-breakdown', held: 'true', job: jobCode })}`;
    return { severity: 'MEDIUM', text, count: held, amount: null, dueAt: null, isCutShort: held === HELD_LIMIT, action: 'Review', path };
  },

  async 'quantities-off'({ db }) {
    const { mode, listings } = await getUnfollowed(db);
    if (listings === 0) return undefined;
    const text = `Quantities are ${mode === 'OFF' ? 'off' : 'paused'}: ${counted(listings, 'listing on Amazon doesn’t follow the stock', 'listings on Amazon don’t follow the stock')}`;
    return { severity: 'MEDIUM', text, count: listings, amount: null, dueAt: null, action: 'Turn on', path: '/admin/settings#offered-quantities' };
  },
};

interface OrderText extends Pick<AttentionRow, 'severity' | 'action'> {
  readonly one: string;
  readonly many: string;
}

/** Links to the order itself if there is only one. */
async function describeOrders(
  { db, now, timeZone }: FigureContext,
  need: OrderNeed,
  { severity, one, many, action }: OrderText,
): Promise<Attention | undefined> {
  const { count, amount, unknown, dueAt, first } = await sumOrdersInNeed(db, need, { now, timeZone });
  if (count === 0) return undefined;
  const path = `/sellerfulfilledorders?${new URLSearchParams({ ...(need === 'failed' && { stage: 'TO_CONFIRM' }), needs: need })}`;
  const isOne = count === 1 && first !== null;
  return {
    severity,
    text: counted(count, one, many),
    count,
    amount,
    unknown,
    dueAt: dueAt?.toISOString() ?? null,
    action,
    path: isOne ? `/orders/${first}` : path,
  };
}
