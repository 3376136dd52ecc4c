/** How many units of a product to order, from its sales, its stock and its vendor's terms. */

export interface Sales {
  /** Units that were sold in the last 7, 30 and 90 days. */
  readonly sold7: number;
  readonly sold30: number;
  readonly sold90: number;
  /** How many of these days the product had stock. */
  readonly days7: number;
  readonly days30: number;
  readonly days90: number;
  /** The sum of the squared units of each day, of 90 days. */
  readonly squares90: number;
  /** A year ago: units sold in the days that are now to be covered, and in the 30 days before; null without a year of history. */
  readonly yearAgo: { readonly ahead: number; readonly before: number } | null;
}

export interface Supply {
  /** Units that can be sold, here and at FBA, less those that customers wait for. */
  readonly available: number;
  /** Units on sent orders and on drafts. */
  readonly coming: number;
}

export interface Terms {
  readonly leadDays: number;
  /** Days between two orders to the vendor. */
  readonly reviewDays: number;
  /** The part of the time in which the stock should last, in percent. */
  readonly servicePercent: number;
  readonly casePack: number;
  readonly minimumQuantity: number;
}

export interface Proposal {
  /** Expected sales per day, without the season. */
  readonly perDay: number;
  /** Factor of the season; 1 without one. */
  readonly season: number;
  /** Days until the available stock is sold; null when nothing sells. */
  readonly daysLeft: number | null;
  /** Units kept for days that sell more than expected. */
  readonly safety: number;
  /** Order when available and coming units fall below this. */
  readonly reorderBelow: number;
  /** Order up to this. */
  readonly target: number;
  /** Whole cases; 0 when there is enough. */
  readonly quantity: number;
}

/** How much each window counts: recent sales follow a trend, long ones are less noisy. */
const WINDOWS = { days7: { size: 7, weight: 0.2 }, days30: { size: 30, weight: 0.5 }, days90: { size: 90, weight: 0.3 } } as const;
/** The days before last year's season that it is compared with. */
export const SEASON_BASE_DAYS = 30;
/** Units that pull the season towards 1, so that few sales make no season. */
const SEASON_SHRINK = 8;
const SEASON_LIMITS = { least: 0.5, most: 3 } as const;
/** A season is shown from this difference on. */
const SEASON_SHOWN = 0.15;

/** Fewer days than this say little: one sale on the only day with stock isn't one a day. */
const LEAST_DAYS = 14;

/** Sales per day: the mean of three windows, each divided by its days with stock only and weighted by how many it has. */
export function perDayOf(sales: Sales): number {
  const windows = [
    { sold: sales.sold7, days: sales.days7, ...WINDOWS.days7 },
    { sold: sales.sold30, days: sales.days30, ...WINDOWS.days30 },
    { sold: sales.sold90, days: sales.days90, ...WINDOWS.days90 },
  ].filter(({ days }) => days > 0);
  const weights = windows.map(({ days, size, weight }) => weight * (days / size));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const dailyOf = ({ sold, days, size }: (typeof windows)[number]) => sold / Math.max(days, Math.min(size, LEAST_DAYS));
  return windows.reduce((sum, window, nth) => sum + dailyOf(window) * ((weights[nth] ?? 0) / total), 0);
}

/** How much more than in the weeks before sold a year ago in the days that are to be covered. */
export function seasonOf({ yearAgo }: Pick<Sales, 'yearAgo'>, coverDays: number): number {
  if (yearAgo === null || coverDays <= 0) return 1;
  const expected = (yearAgo.before / SEASON_BASE_DAYS) * coverDays;
  const factor = (yearAgo.ahead + SEASON_SHRINK) / (expected + SEASON_SHRINK);
  return Math.min(Math.max(factor, SEASON_LIMITS.least), SEASON_LIMITS.most);
}

export function isSeason(season: number): boolean {
  return Math.abs(season - 1) >= SEASON_SHOWN;
}

/** The days that an order must last: until the order after it arrives. */
export function coverDaysOf({ leadDays, reviewDays }: Pick<Terms, 'leadDays' | 'reviewDays'>): number {
  return leadDays + reviewDays;
}

export function propose(sales: Sales, { available, coming }: Supply, terms: Terms): Proposal {
  const cover = coverDaysOf(terms);
  const perDay = perDayOf(sales);
  const season = seasonOf(sales, cover);
  const rate = perDay * season;
  const safety = Math.ceil(deviations(terms.servicePercent) * dailyDeviation(sales, rate) * Math.sqrt(cover));
  const reorderBelow = Math.ceil(rate * cover) + safety;
  const target = Math.ceil(rate * (cover + terms.reviewDays)) + safety;
  const position = available + coming;
  const missing = position >= reorderBelow ? 0 : target - position;
  return { perDay, season, daysLeft: rate === 0 ? null : Math.max(available, 0) / rate, safety, reorderBelow, target, quantity: wholeCases(missing, terms) };
}

/** Whole cases of at least the minimum. */
export function wholeCases(units: number, { casePack, minimumQuantity }: Pick<Terms, 'casePack' | 'minimumQuantity'>): number {
  if (units <= 0) return 0;
  return Math.ceil(Math.max(units, minimumQuantity) / casePack) * casePack;
}

/** The standard deviation of a day's sales; at least that of customers who buy one by one. */
function dailyDeviation({ sold90, squares90, days90 }: Sales, rate: number): number {
  if (days90 === 0) return Math.sqrt(rate);
  const mean = sold90 / days90;
  return Math.sqrt(Math.max(squares90 / days90 - mean * mean, rate));
}

/** How many standard deviations cover a part of the time: Acklam's approximation of the normal distribution's inverse, of its middle and its upper end. */
function deviations(percent: number): number {
  const part = Math.min(Math.max(percent / 100, 0.5), 0.999);
  if (part > 0.97575) {
    const q = Math.sqrt(-2 * Math.log(1 - part));
    const above = ((((-0.007784894 * q - 0.3223964) * q - 2.400758) * q - 2.549733) * q + 4.374664) * q + 2.938164;
    return -above / ((((0.007784696 * q + 0.3224671) * q + 2.445134) * q + 3.754409) * q + 1);
  }
  const q = part - 0.5;
  const r = q * q;
  const above = (((((-39.69683 * r + 220.9461) * r - 275.9285) * r + 138.3578) * r - 30.6648) * r + 2.506628) * q;
  return above / (((((-54.4761 * r + 161.5858) * r - 155.699) * r + 66.80131) * r - 13.28068) * r + 1);
}
