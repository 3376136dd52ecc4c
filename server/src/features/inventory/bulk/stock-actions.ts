import { sendQuantities } from '@stowage/contract/inventory/stock-bulk';
import type * as z from 'zod';
import type { BulkAction } from '../../bulk/index.ts';
import { sendQuantity } from '../../pricing/index.ts';
import { listMatchingListings } from '../stock/stock-page.service.ts';

type Body = z.output<typeof sendQuantities.body>;
type Matching = Extract<Body['selection'], { matching: unknown }>['matching'];

/** The actions for many listings of the stock list. */
export function stockActions(): readonly BulkAction[] {
  const send: BulkAction<Body['input'], Matching> = {
    endpoint: sendQuantities,
    permission: 'listings.sync',
    listMatching: async (db, filters, limit) => (await listMatchingListings(db, filters)).slice(0, limit),
    async run(tx, listing) {
      await sendQuantity(tx, Number(listing));
      return {};
    },
    // The quantities announce themselves when they are sent.
    announce: () => {},
  };
  return [send] as readonly BulkAction[];
}
