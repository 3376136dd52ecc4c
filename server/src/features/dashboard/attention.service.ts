import type { AttentionRow } from '@stowage/contract/dashboard';
import type { AttentionKind } from '@stowage/contract/dashboard-cards';
import { listOpenPackages } from '../returns/index.ts';
import { COUNTED_AT_MOST, countBadFeeds, countHeldPrices, findDueClaims, findLyingUnits, findShortLists } from './attention.read-model.ts';
import { findCancelRequests, findDueOrders, findFailedConfirmations, type Waiting } from './attention-order.read-model.ts';
import { counted } from './figure-text.rules.ts';
import type { Question } from './number-cards.service.ts';
import { sumOpenCases } from './trade-numbers.read-model.ts';
import { addDays, DAY_MS, startOfDay } from './zone-day.rules.ts';

/** A claim that ends within so many days is told of; within so few it is severe. */
const CLAIM_DAYS = 7;
const LAST_CLAIM_DAYS = 2;
/** A unit should have left receiving after this time. */
const LYING_MS = DAY_MS;
/** Feeds that failed longer ago tell nothing about today. */
const FEED_DAYS = 7;
/** This many orders have a page of their own to open: one. */
const ONE = 1;

type Shown = Omit<AttentionRow, 'kind' | 'isCutShort'> & Partial<Pick<AttentionRow, 'isCutShort'>>;

const TO_SHIP = '/sellerfulfilledorders?stage=TO_SHIP';

/** What waits of each kind; undefined where nothing does. */
export const ATTENTION_OF: Readonly<Record<AttentionKind, (question: Question) => Promise<Shown | undefined>>> = {
  async 'orders-late'({ db, now }) {
    return ofOrders(await findDueOrders(db, null, now), { severity: 'HIGH', one: 'order is late', many: 'orders are late', action: 'Ship', path: TO_SHIP });
  },

  async 'orders-due'({ db, now, timeZone }) {
    const due = await findDueOrders(db, now, startOfDay(now, timeZone, 1));
    return ofOrders(due, { severity: 'MEDIUM', one: 'order is due today', many: 'orders are due today', action: 'Ship', path: TO_SHIP });
  },

  async 'cancel-requests'({ db }) {
    const words = { one: 'buyer asks to cancel', many: 'buyers ask to cancel', action: 'Answer' };
    return ofOrders(await findCancelRequests(db), { severity: 'HIGH', ...words, path: TO_SHIP });
  },

  async 'failed-confirmations'({ db }) {
    const words = { one: 'shipment could not be confirmed', many: 'shipments could not be confirmed', action: 'Look' };
    return ofOrders(await findFailedConfirmations(db), { severity: 'HIGH', ...words, path: '/sellerfulfilledorders?stage=TO_CONFIRM' });
  },

  async 'case-photos'({ db }) {
    const { cases, amount, unknown } = await sumOpenCases(db, 'NEEDS_PHOTOS');
    if (cases <= 0) return undefined;
    return {
      ...{ severity: 'MEDIUM', text: counted(cases, 'case needs photos', 'cases need photos'), count: cases, dueAt: null },
      ...{ amount: cases > unknown ? amount : null, action: 'Take photos', path: '/case-review?status=Need+additional+photos' },
    };
  },

  async 'claims-due'({ db, now }) {
    const today = now.toISOString().slice(0, 10);
    const { count, amount, dueOn } = await findDueClaims(db, today, addDays(today, CLAIM_DAYS));
    if (count === 0 || dueOn === null) return undefined;
    return {
      ...{ severity: dueOn <= addDays(today, LAST_CLAIM_DAYS) ? 'HIGH' : 'MEDIUM', count, amount, isCutShort: count === COUNTED_AT_MOST },
      text: counted(count, `claim ends within ${CLAIM_DAYS} days`, `claims end within ${CLAIM_DAYS} days`),
      // It may be made until the end of its last day.
      ...{ dueAt: new Date(Date.parse(`${addDays(dueOn, 1)}T00:00:00Z`)).toISOString(), action: 'File', path: '/case-review?view=risk' },
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
    const { lists, units, amount, listId, poNumber } = await findShortLists(db);
    if (lists === 0) return undefined;
    const address = new URLSearchParams({ po: poNumber ?? '', tab: 'receive', list: String(listId) });
    return {
      ...{ severity: 'LOW', count: lists, amount, dueAt: null, isCutShort: lists === COUNTED_AT_MOST, action: 'Receive' },
      text: `${counted(lists, 'packing list is short', 'packing lists are short')} by ${counted(units, 'unit')}`,
      path: lists === ONE ? `/receiveinventory?${address}` : '/polist?show=open',
    };
  },

  async 'units-in-receiving'({ db, now }) {
    const { units, location } = await findLyingUnits(db, new Date(now.getTime() - LYING_MS));
    if (units === 0 || location === null) return undefined;
    const text = counted(units, 'unit lies in receiving for more than a day', 'units lie in receiving for more than a day');
    const path = `/localinventoryreport?${new URLSearchParams({ location })}`;
    return { severity: 'LOW', text, count: units, amount: null, dueAt: null, isCutShort: units === COUNTED_AT_MOST, action: 'Put away', path };
  },

  async 'feeds-failed'({ db, now }) {
    const { failed, stuck } = await countBadFeeds(db, new Date(now.getTime() - FEED_DAYS * DAY_MS));
    if (failed + stuck === 0) return undefined;
    const text = [failed > 0 && counted(failed, 'feed failed', 'feeds failed'), stuck > 0 && counted(stuck, 'feed is stuck', 'feeds are stuck')];
    const path = `/feed-status?status=${failed > 0 ? 'failed' : 'processing'}`;
    return { severity: 'HIGH', text: text.filter(Boolean).join(', '), count: failed + stuck, amount: null, dueAt: null, action: 'Look', path };
  },

  async 'out-of-sync'({ figures }) {
    const { skus } = await figures.outOfSync();
    if (skus === 0) return undefined;
    const text = counted(skus, 'SKU differs from the marketplace', 'SKUs differ from the marketplace');
    const path = '/merchantfulfilledinventory?tab=stock&show=out_of_sync';
    return { severity: 'MEDIUM', text, count: skus, amount: null, dueAt: null, action: 'Compare', path };
  },

  async 'price-guard'({ db }) {
    const held = await countHeldPrices(db);
    if (held === 0) return undefined;
    const text = counted(held, 'price is held by a guard', 'prices are held by guards');
    return { severity: 'MEDIUM', text, count: held, amount: null, dueAt: null, action: 'Judge', path: '/reports?type=pricing-breakdown' };
  },
};

interface Words extends Pick<AttentionRow, 'severity' | 'action' | 'path'> {
  readonly one: string;
  readonly many: string;
}

/** One order is opened itself. */
function ofOrders({ count, amount, dueAt, first }: Waiting, { severity, one, many, action, path }: Words): Shown | undefined {
  if (count === 0) return undefined;
  const isOne = count === ONE && first !== null;
  return { severity, text: counted(count, one, many), count, amount, dueAt: dueAt?.toISOString() ?? null, action, path: isOne ? `/orders/${first}` : path };
}
