import type { Database } from '../../platform/database/connect.ts';
import { listKnownGtins } from './price-list.repository.ts';
import { applyFile } from './price-list.service.ts';

interface PriceByHand {
  /** 14 digits each: what is said holds for all of them. */
  readonly gtins: readonly string[];
  /** For those that the list does not have yet. */
  readonly title: string;
  readonly itemCode: string | null;
  readonly vendor: string | null;
  /** Decimal text, US dollars; null says nothing. */
  readonly cost: string | null;
  readonly map: string | null;
}

const NAME_LENGTH = 80;

/**
 * Enters what a product costs, and its MAP, as a file of the price list that a person wrote: it stands in the list's
 * history and can be undone as any other, and the next file of the vendor says otherwise where it does.
 */
export async function setPriceByHand(tx: Database, { gtins, title, itemCode, vendor, cost, map }: PriceByHand, actorId: number): Promise<void> {
  const known = await listKnownGtins(tx, gtins);
  // The vendor's own words stay where the list has them.
  const words = (gtin: string) => (known.includes(gtin) ? {} : { product_title: title, item_code: itemCode ?? '', vendor: vendor ?? '' });
  const rows = gtins.map((upc) => ({ upc, cost: cost ?? '', MAP: map ?? '', item_code: '', product_title: '', ...words(upc) }));
  await applyFile(tx, { fileName: `By hand: ${title.slice(0, NAME_LENGTH)}`, rows }, actorId);
}
