import type { PriceChannel } from '@stowage/contract/pricing/pricing';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether Amazon's listing of a SKU is sold through one of the channels. */
export function isInChannels(sku: RawBuilder<unknown>, channels: readonly PriceChannel[]): RawBuilder<SqlBool> {
  if (channels.length === 0) return sql`false`;
  return sql`exists (select from marketplace_listings of_sku where of_sku.seller_sku = ${sku}
    and case of_sku.channel when 'DEFAULT' then 'SELLER_FULFILLED' else 'FBA' end = any(${channels}::text[]))`;
}
