import { type PriceStrategyName, priceStrategiesTopic, strategyProblems, type WhenAlone } from '@stowage/contract/pricing/price-strategies';
import type { RowProblem, Values } from '@stowage/contract/spreadsheets/values';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { recordKind, type SpreadsheetKind, type SpreadsheetRecord } from '../../spreadsheets/kinds/index.ts';
import { checkListingPrices } from './follow/price-check.repository.ts';
import { daysOf } from './rules/schedule.rules.ts';
import { deleteStrategies, lockStrategies } from './strategy.repository.ts';
import { clockOf, findListings, numberOf, readStrategies, storedCells, textOf, writeStrategies } from './strategy-rows.repository.ts';

/** Files of strategies and limits. A seller SKU names the listing. An empty cell leaves a strategy as it is. */
export function strategySpreadsheet({ topics }: Pick<Context, 'topics'>): SpreadsheetKind {
  const kind = recordKind({
    name: 'strategies',
    rule: rowProblems,
    keysOf: ({ seller_sku: sku }) => ({ seller_sku: textOf(sku) }),
    find,
    read: async (db, ids) => new Map([...(await readStrategies(db, ids))].map(([id, { seller_sku: _, ...cells }]) => [id, cells])),
    stored: storedCells,
    async insert(tx, rows) {
      const listings = await findListings(tx, rows.map(skuOf));
      const ids = rows.map((row) => listings.get(skuOf(row))?.id ?? '');
      await write(
        tx,
        rows.map(({ values }, nth) => ({ id: ids[nth] ?? '', values })),
      );
      return ids;
    },
    update: write,
    remove: deleteStrategies,
    announce: () => topics.publish(priceStrategiesTopic, { listing_ids: [] }),
  });
  return {
    ...kind,
    async check(db, rows) {
      const listings = await findListings(db, rows.map(skuOf));
      const targets = rows.map((row) => ({ listingId: listings.get(skuOf(row))?.id }));
      return (await kind.check(db, rows)).map((check, nth) => ({ ...check, target: targets[nth] ?? {} }));
    },
    lock: async (tx, targets) =>
      lockStrategies(
        tx,
        ((await targets()) as { listingId: string }[]).map(({ listingId }) => listingId),
      ),
    lockUndo: async (tx, applied) =>
      lockStrategies(
        tx,
        (await applied()).map(({ id }) => id),
      ),
  };
}

/** Sets the values that are present. */
async function write(tx: DatabaseTransaction, changes: readonly { readonly id: string; readonly values: Values }[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await lockStrategies(tx, ids);
  const present = await readStrategies(tx, ids);
  await writeStrategies(
    tx,
    changes.map(({ id, values }) => ({ id, cells: { ...present.get(id), ...values } })),
  );
  await checkListingPrices(tx, ids);
}

async function find(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<(string | { newKey: string } | RowProblem[])[]> {
  const listings = await findListings(db, rows.map(skuOf));
  const present = await readStrategies(
    db,
    [...listings.values()].map(({ id }) => id),
  );
  return rows.map((row) => {
    const sku = skuOf(row);
    const listing = listings.get(sku);
    if (listing === undefined) return [{ column: 'seller_sku', problem: `No listing has the seller SKU ${sku}: bring in listings first` }];
    const cells = { ...present.get(listing.id), ...row.values };
    const problems = wholeProblems(cells, listing.hasStrategy);
    return problems.length > 0 ? problems : listing.hasStrategy ? listing.id : { newKey: listing.id };
  });
}

/** Problems of the strategy that a row leads to, with what is stored already. */
function wholeProblems(cells: Values, hasStrategy: boolean): RowProblem[] {
  if (!hasStrategy && cells.strategy == null) return [{ column: 'strategy', problem: 'A new strategy needs its name' }];
  const problems = strategyProblems({
    strategy: cells.strategy as PriceStrategyName,
    undercut_amount: numberOf(cells.undercut_amount),
    undercut_percent: numberOf(cells.undercut_percent),
    minimum: numberOf(cells.minimum),
    maximum: numberOf(cells.maximum),
    when_alone: (cells.when_alone ?? 'KEEP') as WhenAlone,
  }).map(({ field, problem }) => ({ column: field, problem }));
  const hasTime = [cells.from, cells.until].filter((value) => value != null).length;
  const needsTime = hasTime === 1 || (hasTime === 0 && (cells.days != null || cells.zone != null));
  return needsTime ? [...problems, { column: 'from', problem: 'A schedule needs From and Until' }] : problems;
}

function rowProblems(values: Values): RowProblem[] {
  const { minimum, maximum, undercut_amount: amount, undercut_percent: percent, days, from, until, zone } = values;
  const problem = (column: string, is: boolean, text: string) => (is ? [{ column, problem: text }] : []);
  const wrongAmount = (value: Values[string] | undefined) => value != null && !(Number(value) >= 0.01 && Number(value) <= 1_000_000);
  return [
    ...problem('minimum', wrongAmount(minimum), 'Minimum must be from 0.01 to 1,000,000'),
    ...problem('maximum', wrongAmount(maximum), 'Maximum must be from 0.01 to 1,000,000'),
    ...problem('undercut_amount', wrongAmount(amount), 'Undercut by must be from 0.01 to 1,000,000'),
    ...problem('undercut_percent', percent != null && !(Number(percent) >= 0.1 && Number(percent) <= 50), 'Undercut by percent must be from 0.1 to 50'),
    ...problem('days', days != null && daysOf(textOf(days)) === undefined, 'Days are names such as Mon Tue Wed or Mon-Fri, or Every day'),
    ...problem('from', from != null && clockOf(textOf(from)) === undefined, 'From is a time such as 08:00'),
    ...problem('until', until != null && clockOf(textOf(until)) === undefined, 'Until is a time such as 18:00'),
    ...problem('zone', zone != null && !isZone(textOf(zone)), 'Time zone is a name such as America/New_York'),
  ];
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const skuOf = ({ values }: Pick<SpreadsheetRecord, 'values'>) => textOf(values.seller_sku);
