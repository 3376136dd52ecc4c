import type { CaseStatus } from '@stowage/contract/cases/case-statuses';
import { DAY_MS, HOUR_MS } from '@stowage/contract/formats/durations';
import { createCase, insertEvent, lockCase, moveTo, requireCase, updateMarketplaceData } from '../../features/cases/internals.ts';
import { openRun } from '../../features/jobs/index.ts';
import { createPhotos } from '../../features/photos/index.ts';
import { addCasePhotos } from './case-photos.ts';
import { type BoxLine, describeCase, listBoxLines, nameCasesInPayments } from './returned-box.repository.ts';
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

/** Claims about returned units in every stage, with photos, filings and payments. */
export const cases: StoryStep = {
  name: 'cases',
  isReady: ({ db }) => isImported(db, ['import-removals', 'import-reimbursements', 'import-listings']),
  run: async (story) => {
    const lines = await listLines(story);
    for (const [nth, line] of lines.entries()) await createDemoCase(story, line, nth);
    await nameCasesInPayments(story.db);
    await story.db.transaction().execute((tx) => openRun(tx, { kind: MATCH, key: MATCH, payload: {}, requestedBy: null }));
  },
};

/** Boxes of the past, except the newest, which visitors open themselves. */
async function listLines({ db, clock }: Story): Promise<BoxLine[]> {
  const before = new Date(clock.now().getTime() - 4 * DAY_MS);
  const rows = await listBoxLines(db, before);
  const every = Math.max(1, Math.floor(rows.length / CASES));
  return rows.filter((_, nth) => nth % every === 0).slice(0, CASES);
}

async function createDemoCase(story: Story, line: BoxLine, nth: number): Promise<void> {
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
    await describeCase(tx, caseId, { problem, expected, trackingNumber: line.tracking_number, openedAt });
    await insertEvent(tx, { caseId, kind: 'CLAIM', detail: 'Claim: problem described', actorId, at: openedAt });
    const filedAt = new Date(openedAt.getTime() + DAY_MS / 2);
    if (stage.isFiled) await updateMarketplaceData(tx, locked, { amazonCaseId: String(14_200_000_000 + caseId * 37) }, { actorId, now: filedAt });
    const decidedAt = new Date(Math.min(openedAt.getTime() + (5 + (nth % 9)) * DAY_MS, clock.now().getTime() - HOUR_MS * (nth + 1)));
    if (stage.paid !== undefined) {
      const entered = { reimbursementId: String(9_100_000_000 + caseId), amazonReimbursementAmount: `${(Number(expected) * stage.paid).toFixed(2)} USD` };
      await updateMarketplaceData(tx, requireCase(await lockCase(tx, caseId)), entered, { actorId, now: decidedAt });
    }
    const now = stage.status === 'Working' ? filedAt : decidedAt;
    await moveTo(tx, locked, { status: stage.status, reason: undefined, actorId, now });
  });
}
