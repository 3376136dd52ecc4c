import type { ListingJob } from '@stowage/contract/pricing';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../src/platform/database/schema.generated.ts';
import type { SignedIn, TestApp } from './test-app.ts';
import { hurry } from './test-jobs.ts';
import type { TestMarketplace } from './test-marketplace.ts';

/** A listing of our own stock with a MAP, known here and, unless it is a ghost, on the simulated marketplace. */
export interface PricedListing {
  readonly sku: string;
  readonly asin: string;
  readonly condition?: number;
  readonly mapCents?: number | undefined;
  readonly costCents?: number | undefined;
  /** What the marketplace asks and offers now. */
  readonly priceCents: number;
  readonly quantity: number;
  readonly available?: number;
  readonly channel?: 'DEFAULT' | 'AMAZON_NA';
  readonly isGhost?: boolean;
}

/** Lays listings here and at the simulator, as an import would have brought them. */
export async function layPricedListings(db: Kysely<DB>, sim: TestMarketplace['sim'], listings: readonly PricedListing[]): Promise<void> {
  const rows = JSON.stringify(
    listings.map((one, nth) => ({ condition: 11, channel: 'DEFAULT', available: 0, ...one, gtin: String(10_000_000_000_000 + nth) })),
  );
  const incoming = sql`jsonb_to_recordset(${rows}::jsonb) as i (sku text, asin text, condition smallint, "mapCents" integer, "costCents" integer,
    "priceCents" integer, quantity integer, available integer, channel text, gtin text)`;
  await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, price, quantity, status)
    select sku, asin, 'Product ' || sku, condition, channel, "priceCents" / 100.0, case channel when 'DEFAULT' then quantity end, 'Active' from ${incoming}`.execute(
    db,
  );
  await sql`insert into products (title) select 'Product ' || sku from ${incoming}`.execute(db);
  await sql`insert into product_gtins (gtin14, product_id) select i.gtin, p.id from ${incoming} join products p on p.title = 'Product ' || i.sku`.execute(db);
  await sql`insert into listings (product_id, seller_sku, fnsku, asin, condition, channel)
    select p.id, i.sku, 'X' || i.sku, i.asin, i.condition, case i.channel when 'DEFAULT' then 'SELLER_FULFILLED' else 'FBA' end
    from ${incoming} join products p on p.title = 'Product ' || i.sku`.execute(db);
  await sql`insert into price_list_items (gtin, product_title, map, cost, upload_id) select gtin, sku, "mapCents" / 100.0, "costCents" / 100.0, 0
    from ${incoming} where "mapCents" is not null or "costCents" is not null`.execute(db);
  await sql`insert into units (listing_id, identifier, location_id, status, source) select l.id, i.sku, 1, 'AVAILABLE', 'COUNT'
    from ${incoming} join listings l on l.seller_sku = i.sku cross join lateral generate_series(1, i.available)`.execute(db);
  await sql`update listing_counts c set on_hand = i.available from ${incoming} join listings l on l.seller_sku = i.sku where c.listing_id = l.id`.execute(db);
  const known = listings.filter(({ isGhost }) => !isGhost);
  await sim.seed(
    known.map((one) => ({ condition: 11, channel: 'DEFAULT', title: one.sku, brand: 'Norden', gtin: '00036000291452', fnSku: `X${one.sku}`, ...one })),
  );
}

/** Waits for a job's end, while the simulator's time runs ahead and nothing rests. */
export async function finishedJob(app: Pick<TestApp, 'db'>, person: SignedIn, jobId: string, sim: TestMarketplace['sim']): Promise<ListingJob> {
  const endsAt = Date.now() + 25_000;
  for (;;) {
    const answer = await person.get(`/api/pricing/jobs/${jobId}`);
    if (answer.statusCode !== 200) throw new Error(`The job ${jobId}: ${answer.body}`);
    const job = answer.json() as ListingJob;
    if (job.isComplete) return job;
    if (Date.now() > endsAt) throw new Error(`The job is ${job.status}: ${job.message}`);
    await sim.advance(20_000);
    await hurry(app);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** What a job made of each SKU. */
export async function changesOf(db: Kysely<DB>, jobId: string) {
  const { rows } = await sql<{
    sku: string;
    price: string | null;
    quantity: number | null;
    outcome: string | null;
    reason: string | null;
    part: number | null;
    held_by: string | null;
  }>`
    select c.seller_sku as sku, case when c.sends_price then c.new_price::text end as price, case when c.sends_quantity then c.new_quantity end as quantity,
      c.outcome, c.reason, c.part, c.held_by
    from listing_changes c join listing_jobs j on j.id = c.job_id where j.code::text = ${jobId} order by c.seller_sku`.execute(db);
  return rows;
}
