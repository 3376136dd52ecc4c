import type { Database } from '../../platform/database/connection/connect.ts';
import { listKnownGtins } from './price-list.repository.ts';
import { applyFile } from './price-list.service.ts';

interface PriceByHand {
  /** The GTINs with 14 digits that the price applies to. */
  readonly gtins: readonly string[];
  /** The title of new items. */
  readonly title: string;
  readonly itemCode: string | null;
  readonly vendor: string | null;
  /** Decimal text, US dollars; null leaves the value unchanged. */
  readonly cost: string | null;
  readonly map: string | null;
}

const NAME_LENGTH = 80;

/**
 * Sets the cost and MAP of a product as a small price list file, so that the change is in the history and can be undone. A
 * later file of the vendor overrides it.
 */
export async function setPriceByHand(tx: Database, { gtins, title, itemCode, vendor, cost, map }: PriceByHand, actorId: number): Promise<void> {
  const known = await listKnownGtins(tx, gtins);
  // Existing items keep the vendor's own texts.
  const texts = (gtin: string) => (known.includes(gtin) ? {} : { product_title: title, item_code: itemCode ?? '', vendor: vendor ?? '' });
  const rows = gtins.map((upc) => ({ upc, cost: cost ?? '', MAP: map ?? '', item_code: '', product_title: '', ...texts(upc) }));
  await applyFile(tx, { fileName: `By hand: ${title.slice(0, NAME_LENGTH)}`, rows }, actorId);
}
