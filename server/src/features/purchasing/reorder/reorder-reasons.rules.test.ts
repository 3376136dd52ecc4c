import { expect, it } from 'vitest';
import { type ReasonFigures, reasonsOf } from './reorder-reasons.rules.ts';

const figures: ReasonFigures = {
  ...{
    sold_7: 14,
    sold_30: 60,
    sold_90: 150,
    days_90: 75,
    per_day: 2.04,
    season: 1.86,
    is_season: true,
    local: 10,
    fba: 12,
    waiting: 3,
    on_order: 4,
    in_drafts: 5,
  },
  ...{ days_left: 9.3, lead_days: 14, safety: 10, target: 1_066, reorder_below: 52, quantity: 1_044, case_pack: 12, minimum_quantity: 1 },
};
const settings = { review_days: 7, service_percent: 95 };

it('gives every figure that a quantity follows from', () => {
  expect(reasonsOf(figures, settings)).toEqual([
    'Sold 14 in 7 days, 60 in 30 and 150 in 90: about 2 a day, with 15 of 90 days without stock left out.',
    'A year ago, 1.9 times as many sold in these weeks as in the weeks before.',
    '10 in stock, 12 at FBA, 4 on order, 5 on drafts; customers wait for 3.',
    'The stock lasts 9 days. An order takes 14 days, and the next one follows 7 days later.',
    'Safety stock 10, to have stock 95 % of the time.',
    '1,038 are missing to 1,066: order 1,044, as 87 cases of 12.',
  ]);
});

it.each([
  ['a minimum', { minimum_quantity: 2_000, quantity: 2_004 }, '1,038 are missing to 1,066, the vendor’s minimum is 2,000: order 2,004, as 167 cases of 12.'],
  ['nothing to order', { quantity: 0, reorder_below: 20 }, 'Order when fewer than 20 are in stock and on order. There are 28.'],
])('ends with %s', (_name, part, last) => expect(reasonsOf({ ...figures, ...part }, settings).at(-1)).toBe(last));

it('says that the stock is sold out', () => {
  expect(reasonsOf({ ...figures, days_left: 0, is_season: false }, settings)[2]).toMatch(/^The stock is sold out\. An order takes 14 days/);
});
