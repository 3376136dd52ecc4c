import type { OutputOf } from '@stowage/contract/endpoint';
import { FBA_PREVIEW_LIMIT, type previewFbaPrices } from '@stowage/contract/pricing/fba-prices';
import type { Context } from '../../../platform/context.ts';
import { decideListing, dollars, type ListingDecision, limitsOf } from '../engine/decision.rules.ts';
import { listFacts } from '../engine/listing-facts.read-model.ts';
import { isMassMove } from '../engine/price-guard.rules.ts';
import { getSettings } from '../engine/settings.repository.ts';

type Preview = OutputOf<typeof previewFbaPrices>;
type PreviewRow = Preview['rows'][number];

const BATCH = 1_000;

/** What a bulk price update would do now. Stores and sends nothing; only the shown rows stay in memory. */
export async function previewFbaUpdate({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Preview> {
  const settings = await getSettings(db);
  const options = { strategy: 'PERCENTAGE_OFF_MAP', hasQuantity: false, now: clock.now().getTime(), settings } as const;
  const preview: Preview = { totalItems: 0, changeCount: 0, unchangedCount: 0, heldCount: 0, largestChangePercent: null, rows: [] };
  const moves = { moving: 0, movingUnheld: 0, priced: 0 };
  let after = '';
  for (;;) {
    const facts = await listFacts(db, { channel: 'FBA_NEW', after, limit: BATCH });
    const rows = facts.map((one) => {
      const decision = decideListing(one, options);
      count(preview, moves, decision, settings.movePercent);
      return toRow(decision);
    });
    preview.rows = mostImportant([...preview.rows, ...rows.filter(({ isUnchanged }) => !isUnchanged).map(({ isUnchanged: _, ...row }) => row)]);
    after = facts.at(-1)?.sku ?? '';
    if (facts.length < BATCH) break;
  }
  return isMassMove(moves, limitsOf(settings)) ? holdLargeMoves(preview, moves.movingUnheld, settings.movePercent) : preview;
}

function count(preview: Preview, moves: { moving: number; movingUnheld: number; priced: number }, decision: ListingDecision, movePercent: number): void {
  preview.totalItems++;
  if (decision.heldBy !== undefined) preview.heldCount++;
  else if (decision.sendsPrice) preview.changeCount++;
  else preview.unchangedCount++;
  const percent = changePercent(decision);
  if (percent === null) return;
  moves.priced++;
  if (decision.sendsPrice) preview.largestChangePercent = Math.max(preview.largestChangePercent ?? 0, Math.abs(percent));
  if (Math.abs(percent) <= movePercent) return;
  moves.moving++;
  if (decision.sendsPrice) moves.movingUnheld++;
}

/** The preview when the mass-move guard would hold the large moves. */
function holdLargeMoves(preview: Preview, movingUnheld: number, movePercent: number): Preview {
  const isLarge = ({ changePercent: percent, heldBecause }: PreviewRow) => heldBecause === null && percent !== null && Math.abs(percent) > movePercent;
  return {
    ...preview,
    changeCount: preview.changeCount - movingUnheld,
    heldCount: preview.heldCount + movingUnheld,
    largestChangePercent: preview.largestChangePercent === null ? null : Math.min(preview.largestChangePercent, movePercent),
    rows: preview.rows.map((row) =>
      isLarge(row) ? { ...row, heldBecause: `Too many prices move by more than ${movePercent} %: this one needs approval` } : row,
    ),
  };
}

function toRow(decision: ListingDecision): PreviewRow & { isUnchanged: boolean } {
  const { facts, wantedCents, heldBy, holdReason, sendsPrice } = decision;
  const percent = changePercent(decision);
  return {
    ...{ sku: facts.sku, asin: facts.asin, oldPrice: dollars(facts.acknowledgedCents), newPrice: dollars(wantedCents) },
    changePercent: percent === null ? null : Math.round(percent * 10) / 10,
    heldBecause: heldBy === undefined ? null : (holdReason ?? 'A guard holds this price'),
    isUnchanged: heldBy === undefined && !sendsPrice,
  };
}

function changePercent({ wantedCents, facts: { acknowledgedCents } }: ListingDecision): number | null {
  if (wantedCents === undefined || acknowledgedCents === undefined || acknowledgedCents === 0) return null;
  return ((wantedCents - acknowledgedCents) * 100) / acknowledgedCents;
}

/** The largest changes, and the held prices with the largest changes: each up to the limit, so that neither hides the other. */
function mostImportant(rows: PreviewRow[]): PreviewRow[] {
  const size = ({ changePercent: percent }: PreviewRow) => Math.abs(percent ?? 0);
  const sorted = rows.sort((one, other) => size(other) - size(one) || (one.sku < other.sku ? -1 : 1));
  const largest = (isHeld: boolean) => sorted.filter(({ heldBecause }) => (heldBecause !== null) === isHeld).slice(0, FBA_PREVIEW_LIMIT);
  return [...largest(false), ...largest(true)];
}
