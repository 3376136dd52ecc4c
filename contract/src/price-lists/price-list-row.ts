import * as z from 'zod';

/** Accepts any value, so that an invalid cell rejects its row and not the whole call. */
const cell = z.unknown().optional();

export const priceListRow = z.object({ upc: cell, MAP: cell, item_code: cell, product_title: cell, cost: cell, vendor: cell });
export type PriceListRow = z.infer<typeof priceListRow>;

/** The columns whose decimal commas decide how the whole file is read. */
export const PRICE_LIST_AMOUNTS = ['MAP', 'cost'] as const;
