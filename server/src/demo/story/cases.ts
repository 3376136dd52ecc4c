import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { createCase, insertEvent, lockCase, moveTo, requireCase, updateMarketplaceData } from '../../features/cases/internals.ts';
import { openRun } from '../../features/jobs/index.ts';
import { createPhotos } from '../../features/photos/index.ts';
import { addCasePhotos } from './case-photos.ts';
import { isImported } from './story.repository.ts';
import { clockAt, type Story, type StoryStep } from './story-step.ts';

/** What happened to each case, oldest box first; the list repeats. */
const STAGES: readonly { readonly status: CaseStatus; readonly photos: number; readonly isFiled?: boolean; readonly paid?: number }[] = [
  { status: 'Resolved-Inventory or Refund Processed', photos: 4, isFiled: true, paid: 1 },
  { status: 'Resolved-Inventory or Refund Processed', photos: 3, isFiled: true, paid: 0.8 },
  { status: 'Working', photos: 4, isFiled: true },
  { status: 'Concluded - No Credit', photos: 2, isFiled: true },
  { status: 'Resolved-Inventory or Refund Processed', photos: 5, isFiled: true, paid: 1 },
  { status: 'Working', photos: 3, isFiled: true },
  { status: 'Pending Case Creation', photos: 4 },
  { status: 'Need additional photos', photos: 1 },
];
const CASES = 32;
const MATCH = 'match-reimbursements';
/** "Damaged in transit" and its neighbors, but the last: they open cases. */
const DISPOSITIONS = [9, 10, 8, 9, 11, 13] as const;
const PROBLEMS = [
  'The corner of the product is cracked. The carton shows no damage.',
  'The product was used: scratches, and parts are missing.',
  'Another product is in the box.',
  'The seal is broken, and the product does not switch on.',
] as const;

interface Line {
  readonly id: number;
  readonly tracking_number: string;
  readonly shipped_at: Date;
  readonly title: string;
  readonly cost: number;
}

/** Claims about returned units in every stage, with photos, filings and payments. */
export const cases: StoryStep = {
  name: 'cases',
  isReady: ({ db }) => isImported(db, ['import-removals', 'import-reimbursements', 'import-listings']),
  run: async (story) => {
    const lines = await listLines(story);
    for (const [nth, line] of lines.entries()) await createDemoCase(story, line, nth);
    await claimPayments(story);
    await story.db.transaction().execute((tx) => openRun(tx, { kind: MATCH, key: MATCH, payload: {}, requestedBy: null }));
  },
};

/** Boxes of the past, except the newest, which visitors open themselves. */
async function listLines({ db, clock }: Story): Promise<Line[]> {
  const before = new Date(clock.now().getTime() - 4 * DAY_MS);
  const { rows } = await sql<Line>`
    select s.id, s.tracking_number, s.shipped_at, p.title, coalesce(f.cost, 20)::float8 as cost
    from removal_shipments s join listings l on l.seller_sku = s.seller_sku join products p on p.id = l.product_id
    left join product_prices f on f.product_id = p.id
    where s.shipped_at < ${before} and s.quantity > 0 and cardinality(s.tracking_numbers) = 1 order by s.shipped_at, s.id`.execute(db);
  const every = Math.max(1, Math.floor(rows.length / CASES));
  return rows.filter((_, nth) => nth % every === 0).slice(0, CASES);
}

async function createDemoCase(story: Story, line: Line, nth: number): Promise<void> {
  const { db, topics, staff, marketplaces, clock } = story;
  const stage = STAGES[nth % STAGES.length] ?? { status: 'Working', photos: 2 };
  const openedAt = new Date(Math.min(line.shipped_at.getTime() + 2 * DAY_MS, clock.now().getTime() - DAY_MS));
  const actorId = staff[nth % staff.length]?.id ?? staff[0].id;
  const { links, addresses } = createPhotos(story);
  const deps = { db, topics, marketplaces, links, addresses, clock: clockAt(openedAt) };
  const dispositionId = DISPOSITIONS[nth % DISPOSITIONS.length] ?? 9;
  const { caseId } = await createCase(deps, {
    ...{ dispositionId, quantity: 1, trackingNumber: line.tracking_number, row: { removal_shipment: line.id } },
    ...{ clientId: `demo-case-${line.id}`, actorId },
  });
  await addCasePhotos(story, { caseId, title: line.title, nth, count: stage.photos, at: openedAt });
  const expected = (line.cost * 1.6).toFixed(2);
  await db.transaction().execute(async (tx) => {
    const locked = requireCase(await lockCase(tx, caseId));
    if (locked.problemDescription !== null) return;
    const problem = PROBLEMS[nth % PROBLEMS.length] ?? PROBLEMS[0];
    await sql`update return_cases set problem_description = ${problem}, expected_amount = coalesce(expected_amount, ${expected}::numeric) where id = ${caseId}`.execute(
      tx,
    );
    await sql`update return_grades set created_at = ${openedAt} where id = (select grade_id from return_cases where id = ${caseId})`.execute(tx);
    await sql`update return_packages set arrived_at = ${openedAt} where tracking_number = ${line.tracking_number} and arrived_at > ${openedAt}`.execute(tx);
    await insertEvent(tx, { caseId, kind: 'CLAIM', detail: 'Claim: problem described', actorId, at: openedAt });
    const filedAt = new Date(openedAt.getTime() + DAY_MS / 2);
    if (stage.isFiled) await updateMarketplaceData(tx, locked, { amazonCaseId: String(14_200_000_000 + caseId * 37) }, { actorId, now: filedAt });
    const decidedAt = new Date(Math.min(openedAt.getTime() + (5 + (nth % 9)) * DAY_MS, clock.now().getTime() - 3_600_000 * (nth + 1)));
    if (stage.paid !== undefined) {
      const entered = { reimbursementId: String(9_100_000_000 + caseId), amazonReimbursementAmount: `${(Number(expected) * stage.paid).toFixed(2)} USD` };
      await updateMarketplaceData(tx, requireCase(await lockCase(tx, caseId)), entered, { actorId, now: decidedAt });
    }
    const now = stage.status === 'Working' ? filedAt : decidedAt;
    await moveTo(tx, locked, { status: stage.status, reason: undefined, actorId, now });
  });
}

/** Lets a few imported payments name filed cases, so that the next match proposes them. */
async function claimPayments({ db }: Story): Promise<void> {
  await sql`
    update return_cases c set amazon_case_id = r.case_id from (
      select case_id, row_number() over (order by approved_at desc) as nth from reimbursements where case_id <> '' order by approved_at desc limit 4
    ) r join (
      select id, row_number() over (order by id desc) as nth from return_cases where status = 'Working' and amazon_case_id like '14200%'
    ) w on w.nth = r.nth where c.id = w.id`.execute(db);
}
