import { FEED_FAILED_DAYS } from '@stowage/contract/pricing/feeds';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a feed `f` needs attention: it is stuck, or it failed recently and no later feed of its type succeeded. */
export function needsLook(now: Date): RawBuilder<SqlBool> {
  return sql`(f.status in ('pending', 'processing') and f.stuck_at is not null and f.process_at is null
    or f.status = 'failed' and f.submitted_at >= ${now}::timestamptz - make_interval(days => ${FEED_FAILED_DAYS})
      and not exists (select from listing_feeds g where g.submitted_at >= f.submitted_at and g.id > f.id and g.feed_type = f.feed_type and g.status = 'completed'))`;
}
