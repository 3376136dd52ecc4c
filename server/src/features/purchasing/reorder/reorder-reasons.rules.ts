import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
/** The figures of a stored proposal. */
export interface ReasonFigures {
  readonly sold_7: number;
  readonly sold_30: number;
  readonly sold_90: number;
  readonly days_90: number;
  readonly per_day: number;
  readonly season: number;
  readonly is_season: boolean;
  readonly local: number;
  readonly fba: number;
  readonly waiting: number;
  readonly on_order: number;
  readonly in_drafts: number;
  readonly days_left: number | null;
  readonly lead_days: number;
  readonly safety: number;
  readonly target: number;
  readonly reorder_below: number;
  readonly quantity: number;
  readonly case_pack: number;
  readonly minimum_quantity: number;
}

/** Why a quantity is proposed, in words and figures. */
export function reasonsOf(row: ReasonFigures, { review_days, service_percent }: { review_days: number; service_percent: number }): string[] {
  const { sold_7, sold_30, sold_90, days_90, per_day, season, is_season, waiting, days_left, lead_days, safety } = row;
  const without = 90 - days_90;
  return [
    `Sold ${numberText(sold_7)} in 7 days, ${numberText(sold_30)} in 30 and ${numberText(sold_90)} in 90: about ${rate(per_day)} a day${without > 0 ? `, with ${without} of 90 days without stock left out` : ''}.`,
    ...(is_season ? [`A year ago, ${rate(season)} times as many sold in these weeks as in the weeks before.`] : []),
    `${stockText(row)}${waiting > 0 ? `; customers wait for ${numberText(waiting)}` : ''}.`,
    ...(days_left === null ? [] : [`${lastsText(days_left)} An order takes ${daysText(lead_days)}, and the next one follows ${daysText(review_days)} later.`]),
    `Safety stock ${numberText(safety)}, to have stock ${service_percent} % of the time.`,
    quantityText(row),
  ];
}

function stockText({ local, fba, on_order, in_drafts }: ReasonFigures): string {
  return `${numberText(local)} in stock, ${numberText(fba)} at FBA, ${numberText(on_order)} on order${in_drafts > 0 ? `, ${numberText(in_drafts)} on drafts` : ''}`;
}

function quantityText({ quantity, target, reorder_below, local, fba, waiting, on_order, in_drafts, case_pack, minimum_quantity }: ReasonFigures): string {
  const position = local + fba - waiting + on_order + in_drafts;
  if (quantity === 0) return `Order when fewer than ${numberText(reorder_below)} are in stock and on order. There are ${numberText(position)}.`;
  const missing = target - position;
  const cases = case_pack > 1 ? `, as ${counted(quantity / case_pack, 'case')} of ${numberText(case_pack)}` : '';
  const minimum = minimum_quantity > missing ? `, the vendor’s minimum is ${numberText(minimum_quantity)}` : '';
  return `${counted(missing, 'is', 'are')} missing to ${numberText(target)}${minimum}: order ${numberText(quantity)}${cases}.`;
}

function lastsText(days: number): string {
  return days === 0 ? 'The stock is sold out.' : `The stock lasts ${daysText(days)}.`;
}

function daysText(days: number): string {
  return counted(Math.floor(days), 'day');
}

function rate(number: number): string {
  return numberText(number, { maximumSignificantDigits: 2 });
}
