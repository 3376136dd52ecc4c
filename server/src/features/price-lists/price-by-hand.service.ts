import { withTextMarks } from '@stowage/contract/formats/formula-cells';
import { AppError } from '../../platform/app-error.ts';
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
 * @throws AppError `invalid_input` with the reason `price_refused` when a file with these texts would be refused
 */
export async function setPriceByHand(tx: Database, { gtins, title, itemCode, vendor, cost, map }: PriceByHand, actorId: number): Promise<void> {
  const known = await listKnownGtins(tx, gtins);
  // Existing items keep the vendor's own texts.
  const own = { product_title: withTextMarks(title), item_code: withTextMarks(itemCode ?? ''), vendor: withTextMarks(vendor ?? '') };
  const texts = (gtin: string) => (known.includes(gtin) ? {} : own);
  const rows = gtins.map((upc) => ({ upc, cost: cost ?? '', MAP: map ?? '', item_code: '', product_title: '', ...texts(upc) }));
  const { errors } = await applyFile(tx, { fileName: `By hand: ${title.slice(0, NAME_LENGTH)}`, rows }, actorId);
  const [problem] = errors;
  if (problem === undefined) return;
  const message = `The price list can’t store the price. ${problem.replace(/^Row \d+: /, '')}`;
  throw new AppError('invalid_input', message, { reason: 'price_refused', fields: [{ path: cost === null ? 'body.map' : 'body.cost', message }] });
}
