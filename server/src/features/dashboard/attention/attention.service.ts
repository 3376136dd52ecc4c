import { CASE_DUE_DAYS } from '@stowage/contract/cases/cases';
import type { AttentionRow } from '@stowage/contract/dashboard/dashboard';
import type { AttentionKind } from '@stowage/contract/dashboard/dashboard-cards';
import { PUTAWAY_HOURS, PUTAWAY_LIMIT } from '@stowage/contract/inventory/units';
import type { OrderNeed } from '@stowage/contract/orders/order-stages';
import { HELD_LIMIT } from '@stowage/contract/pricing/pricing-breakdown';
import { addDays } from '../../../platform/zone-day.ts';
import { countUnitsAwaitingPutaway } from '../../inventory/index.ts';
import { findHeldPrices } from '../../pricing/index.ts';
import { listOpenPackages } from '../../returns/index.ts';
import { counted } from '../figures/figure-text.rules.ts';
import type { Question } from '../figures/number-cards.service.ts';
import { sumOpenCases } from '../figures/trade-numbers.read-model.ts';
import { COUNTED_AT_MOST, countBadFeeds, findDueClaims, findShortLists } from './attention.read-model.ts';
import { findNeedyOrders } from './attention-order.read-model.ts';

/** A claim that ends within so few days is severe. */
const LAST_CLAIM_DAYS = 2;
/** This many orders have a page of their own to open: one. */
const ONE = 1;
const HOUR_MS = 60 * 60_000;

type Shown = Omit<AttentionRow, 'kind' | 'isCutShort' | 'unknown' | 'asOf'> & Partial<Pick<AttentionRow, 'isCutShort' | 'unknown' | 'asOf'>>;

/** What waits of each kind; undefined where nothing does. */
export const ATTENTION_OF: Readonly<Record<AttentionKind, (question: Question) => Promise<Shown | undefined>>> = {
  'orders-late': (question) => ofOrders(question, 'late', { severity: 'HIGH', one: 'order is late', many: 'orders are late', action: 'Ship' }),

  'orders-due': (question) => ofOrders(question, 'today', { severity: 'MEDIUM', one: 'order is due today', many: 'orders are due today', action: 'Ship' }),

  'cancel-requests': (question) =>
    ofOrders(question, 'cancel', { severity: 'HIGH', one: 'buyer asks to cancel', many: 'buyers ask to cancel', action: 'Answer' }),

  'failed-confirmations': (question) =>
    ofOrders(question, 'failed', { severity: 'HIGH', one: 'shipment could not be confirmed', many: 'shipments could not be confirmed', action: 'Look' }),

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
        severity: dueOn <= addDays(now.toISOString().slice(0, 10), LAST_CLAIM_DAYS) ? 'HIGH' : 'MEDIUM',
        count,
        amount,
        unknown,
        isCutShort: count === COUNTED_AT_MOST,
      },
      text: counted(count, `claim ends within ${CASE_DUE_DAYS} days`, `claims end within ${CASE_DUE_DAYS} days`),
      // It may be made until the end of its last day.
      ...{ dueAt: new Date(Date.parse(`${addDays(dueOn, 1)}T00:00:00Z`)).toISOString(), action: 'File', path: '/case-review?view=due' },
    };
  },

  async 'open-packages'({ db }) {
    const packages = await listOpenPackages(db);
    const [newest] = packages;
    if (newest === undefined) return undefined;
    const path = packages.length === ONE ? `/returns?${new URLSearchParams({ q: newest.tracking_number })}` : '/returns';
    const text = counted(packages.length, 'returned box is opened and not finished', 'returned boxes are opened and not finished');
    return { severity: 'MEDIUM', text, count: packages.length, amount: null, dueAt: null, action: 'Go on', path };
  },

  async 'short-lists'({ db }) {
    const { orders, lists, units, amount, listId, poNumber } = await findShortLists(db);
    if (lists === 0) return undefined;
    const address = new URLSearchParams({ po: poNumber ?? '', tab: 'receive', list: String(listId) });
    const ofLists = lists === orders ? '' : ` on ${counted(lists, 'packing list')}`;
    return {
      ...{ severity: 'LOW', count: orders, amount, dueAt: null, isCutShort: lists === COUNTED_AT_MOST, action: 'Receive' },
      text: `${counted(orders, 'order that is received is short', 'orders that are received are short')} by ${counted(units, 'unit')}${ofLists}`,
      path: lists === ONE ? `/receiveinventory?${address}` : '/polist?show=short',
    };
  },

  async 'units-in-receiving'({ db, now }) {
    const units = await countUnitsAwaitingPutaway(db, new Date(now.getTime() - PUTAWAY_HOURS * HOUR_MS));
    if (units === 0) return undefined;
    const text = counted(units, 'unit lies in receiving for more than a day', 'units lie in receiving for more than a day');
    const path = '/localinventoryadjustment?show=lying';
    return { severity: 'LOW', text, count: units, amount: null, dueAt: null, isCutShort: units === PUTAWAY_LIMIT, action: 'Put away', path };
  },

  async 'feeds-failed'({ db, now }) {
    const { failed, stuck } = await countBadFeeds(db, now);
    if (failed + stuck === 0) return undefined;
    const text = [failed > 0 && counted(failed, 'feed failed', 'feeds failed'), stuck > 0 && counted(stuck, 'feed is stuck', 'feeds are stuck')];
    const path = '/feed-status?show=look';
    return { severity: 'HIGH', text: text.filter(Boolean).join(', '), count: failed + stuck, amount: null, dueAt: null, action: 'Look', path };
  },

  async 'out-of-sync'({ figures }) {
    const { skus, at } = await figures.outOfSync();
    if (skus === 0) return undefined;
    const text = counted(skus, 'SKU differs from the marketplace', 'SKUs differ from the marketplace');
    const path = '/merchantfulfilledinventory?tab=stock&show=out_of_sync';
    return { severity: 'MEDIUM', text, count: skus, amount: null, asOf: at.toISOString(), dueAt: null, action: 'Compare', path };
  },

  async 'price-guard'({ db, now }) {
    const { jobCode, skus } = await findHeldPrices(db, now);
    const held = skus.length;
    if (held === 0 || jobCode === undefined) return undefined;
    const text = counted(held, 'price is held by a guard', 'prices are held by guards');
    const path = `/reports?${new URLSearchParams({ type: 'pricing-breakdown', held: 'true', job: jobCode })}`;
    return { severity: 'MEDIUM', text, count: held, amount: null, dueAt: null, isCutShort: held === HELD_LIMIT, action: 'Judge', path };
  },
};

interface Words extends Pick<AttentionRow, 'severity' | 'action'> {
  readonly one: string;
  readonly many: string;
}

/** One order is opened itself. */
async function ofOrders({ db, now, timeZone }: Question, need: OrderNeed, { severity, one, many, action }: Words): Promise<Shown | undefined> {
  const { count, amount, unknown, dueAt, first } = await findNeedyOrders(db, need, { now, timeZone });
  if (count === 0) return undefined;
  const path = `/sellerfulfilledorders?${new URLSearchParams({ ...(need === 'failed' && { stage: 'TO_CONFIRM' }), needs: need })}`;
  const isOne = count === ONE && first !== null;
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
