import { isPermitted, type Permission } from '../permissions.ts';

interface Card {
  readonly label: string;
  /** The permission of the screen that the card opens. */
  readonly permission: Permission;
  /** Requires `costs.read` too. */
  readonly isCost?: true;
  readonly unit: 'COUNT' | 'MONEY' | 'PERCENT';
  /** Explains the figure and when it turns amber or red. */
  readonly about: string;
  /** The path of the list behind the figure. */
  readonly path: string;
  /** Whether an increase is good, bad or neither. */
  readonly more: 'GOOD' | 'BAD' | 'NEUTRAL';
}

/** The percentage of orders due in the last 30 days that shipped late. */
export const LATE_SHIPMENT_LEVELS = { warnAbove: 3, badAbove: 4 } as const;
/** The percentage of lines counted in the last 30 days that matched the expected quantity. */
export const COUNT_ACCURACY_LEVELS = { warnBelow: 98, badBelow: 95 } as const;

export const NUMBER_CARDS = {
  'units-on-hand': {
    ...{ label: 'Units on hand', permission: 'stock.read', unit: 'COUNT', more: 'NEUTRAL', path: '/merchantfulfilledinventory?tab=stock' },
    about: 'Units in all locations, including reserved and quarantined units.',
  },
  'value-at-cost': {
    ...{ label: 'Value at cost', permission: 'stock.read', isCost: true, unit: 'MONEY', more: 'NEUTRAL', path: '/localinventoryreport?tab=value' },
    about: 'The cost of all units in stock: the unit’s own cost, or else the price list’s. Price changes appear within ten minutes.',
  },
  'orders-to-ship': {
    ...{ label: 'Orders to ship', permission: 'orders.read', unit: 'COUNT', more: 'NEUTRAL', path: '/sellerfulfilledorders?stage=TO_SHIP' },
    about: 'Paid orders that have not shipped. Red while an order is late, amber while one is due today.',
  },
  'late-shipment-rate': {
    ...{ label: 'Late-shipment rate 30 d', permission: 'orders.read', unit: 'PERCENT', more: 'BAD', path: '/sellerfulfilledorders?stage=ALL&needs=late30' },
    about: `The share of orders due in the last 30 days that shipped late or are still waiting. Amber above ${LATE_SHIPMENT_LEVELS.warnAbove} %, red above ${LATE_SHIPMENT_LEVELS.badAbove} %.`,
  },
  'returns-today': {
    ...{ label: 'Returns processed today', permission: 'returns.read', unit: 'COUNT', more: 'GOOD', path: '/returns?processed=today' },
    about: 'Returned units with a disposition from today, compared with the same time a week ago.',
  },
  'open-cases': {
    ...{ label: 'Open cases', permission: 'cases.read', unit: 'COUNT', more: 'NEUTRAL', path: '/case-review?view=open' },
    about: 'Cases that are neither paid nor concluded, and their claimed amount. Amber while a case needs photos.',
  },
  recovered: {
    ...{ label: '$ recovered 30 d', permission: 'cases.read', unit: 'MONEY', more: 'GOOD' },
    about: 'Amazon’s payments for cases decided in the last 30 days, compared with the 30 days that ended a week ago.',
    path: '/case-review?view=paid',
  },
  'po-units-expected': {
    ...{ label: 'PO units expected 14 d', permission: 'purchasing.read', unit: 'COUNT', more: 'NEUTRAL', path: '/polist?show=expected' },
    about: 'Open units of purchase orders that are expected within the next 14 days.',
  },
  'count-accuracy': {
    ...{ label: 'Count accuracy 30 d', permission: 'stock.read', unit: 'PERCENT', more: 'GOOD', path: '/counts?accuracy=lately' },
    about: `The share of lines in counts posted in the last 30 days that matched the expected quantity. Amber below ${COUNT_ACCURACY_LEVELS.warnBelow} %, red below ${COUNT_ACCURACY_LEVELS.badBelow} %.`,
  },
  'map-violations': {
    ...{
      label: 'MAP violations 7 d',
      permission: 'prices.read',
      unit: 'COUNT',
      more: 'BAD',
      path: '/reports?type=competitor-map-compliance&days=7&competitors=all',
    },
    about: 'Offers below the minimum advertised price, once per competitor, ASIN and day, compared with the seven days before. Amber above zero.',
  },
} as const satisfies Record<string, Card>;
export type NumberCardName = keyof typeof NUMBER_CARDS;

export function maySeeCard(roles: readonly string[], name: NumberCardName): boolean {
  const { permission, isCost }: Card = NUMBER_CARDS[name];
  return isPermitted(roles, permission) && (isCost !== true || isPermitted(roles, 'costs.read'));
}

/** The larger cards: charts and lists. */
export const PANELS = {
  'stock-flow': { label: 'Units in and out', permission: 'stock.read' },
  'scan-rate': { label: 'Scans per hour', permission: 'stock.read' },
  claims: { label: 'Claimed and paid', permission: 'cases.read' },
  system: { label: 'System', permission: 'settings.manage' },
  actions: { label: 'Recent actions', permission: 'stock.read' },
} as const satisfies Record<string, Pick<Card, 'label' | 'permission'>>;
export type PanelName = keyof typeof PANELS;

/** The rows of "Needs you now", with the permission that each requires. */
export const ATTENTION_KINDS = {
  'orders-late': { label: 'Late orders', permission: 'orders.read' },
  'orders-due': { label: 'Orders due today', permission: 'orders.read' },
  'cancel-requests': { label: 'Cancel requests', permission: 'orders.read' },
  'failed-confirmations': { label: 'Failed ship confirmations', permission: 'orders.read' },
  'case-photos': { label: 'Cases that need photos', permission: 'cases.read' },
  'claims-due': { label: 'Claims due', permission: 'cases.read' },
  'open-packages': { label: 'Open packages', permission: 'returns.read' },
  'short-lists': { label: 'Packing lists', permission: 'purchasing.read' },
  'units-in-receiving': { label: 'Units in receiving', permission: 'stock.read' },
  'feeds-failed': { label: 'Feeds', permission: 'listings.read' },
  'out-of-sync': { label: 'SKUs out of sync', permission: 'stock.read' },
  'price-guard': { label: 'Price guards', permission: 'prices.approve' },
  'quantities-off': { label: 'Offered quantities', permission: 'settings.manage' },
} as const satisfies Record<string, Pick<Card, 'label' | 'permission'>>;
/** The amounts of these are costs: people who may not see costs get the row without its amount. */
export const ATTENTION_AT_COST: readonly string[] = ['case-photos', 'claims-due', 'short-lists'] satisfies (keyof typeof ATTENTION_KINDS)[];
export type AttentionKind = keyof typeof ATTENTION_KINDS;

/** The parts of the dashboard that load, cache and refresh independently. */
export const DASHBOARD_PARTS = [
  ...(Object.keys(NUMBER_CARDS) as NumberCardName[]),
  ...(Object.keys(PANELS) as PanelName[]),
  'attention',
  'first-steps',
] as const;
export type DashboardPart = (typeof DASHBOARD_PARTS)[number];
