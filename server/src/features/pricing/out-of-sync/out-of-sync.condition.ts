import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { quantityToOffer } from '../listing-state/quantity-to-offer.condition.ts';

/** Whether Amazon shows another quantity of a listing `l` with its counts `c` than the one to offer: the definition, which reads each listing. */
export const differsFromMarketplace: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select 1 from marketplace_listings m where m.seller_sku = l.seller_sku and m.channel = 'DEFAULT' and m.gone_at is null and m.quantity <> ${quantityToOffer})`;

/**
 * Whether a listing `l` was out of sync when it was compared last.
 * @param isFew begins with those listings. Else the planner may go along the order of a page until it is full, which is best when there are
 * many, and may read all listings when they are in other places of the order than it expects
 */
export const isListedOutOfSync = (isFew: boolean): RawBuilder<SqlBool> =>
  isFew
    ? sql<SqlBool>`l.id = any(array(select o.listing_id from out_of_sync_listings o))`
    : sql<SqlBool>`l.id in (select o.listing_id from out_of_sync_listings o)`;
