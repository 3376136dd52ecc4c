import { codeKey } from '@stowage/contract/catalog/identifiers';
import type { RootCause } from '@stowage/contract/inventory/count-review';

export interface PostedLine {
  readonly id: number;
  readonly locationId: number;
  /** `itemKey` of the item: the same in every location. */
  readonly item: string;
  readonly counted: number;
  /** The booked quantity when the line was counted. */
  readonly booked: number;
  readonly cause: RootCause | null;
  /** The location where misplaced units are booked. */
  readonly fromLocationId: number | null;
}

export function itemKey({ listingId, identifier }: { readonly listingId: number | null; readonly identifier: string }): string {
  return listingId === null ? `code ${codeKey(identifier)}` : `listing ${listingId}`;
}

export function placeKey(locationId: number, item: string): string {
  return `${locationId} ${item}`;
}

export interface Posting<Unit, Line> {
  readonly removals: readonly { readonly unit: Unit; readonly cause: RootCause | null }[];
  readonly moves: readonly { readonly unit: Unit; readonly toLocationId: number }[];
  readonly additions: readonly { readonly line: Line; readonly quantity: number }[];
  readonly confirmations: readonly Unit[];
}

/**
 * Plans how posting a count changes the stock. A line's difference is the counted against the booked quantity of that
 * moment; later movements are preserved. So the posting removes or adds the difference, and never removes more units than there
 * are. Misplaced units move from the location where they are booked, which reduces the units missing there.
 * @param unitsAt the units booked in a location now, the most probably missing ones first
 * @returns the plan, or the line whose misplaced units are no longer in the other location
 */
export function planPosting<Unit, Line extends PostedLine>(
  lines: readonly Line[],
  unitsAt: (locationId: number, item: string) => readonly Unit[],
): Posting<Unit, Line> | { readonly notThere: Line } {
  const pools = new Map<string, Unit[]>();
  const pool = (locationId: number, item: string) => {
    const key = placeKey(locationId, item);
    const units = pools.get(key) ?? [...unitsAt(locationId, item)];
    pools.set(key, units);
    return units;
  };
  /** The missing units that are not moved or removed yet. */
  const missingUnits = new Map(lines.map((line) => [placeKey(line.locationId, line.item), Math.max(0, line.booked - line.counted)]));
  const moves: { unit: Unit; toLocationId: number }[] = [];

  for (const line of lines.filter(isMisplacedSurplus)) {
    const surplus = line.counted - line.booked;
    const from = placeKey(line.fromLocationId, line.item);
    const units = pool(line.fromLocationId, line.item);
    // A location in the same count can give only the units that were missing there.
    const movable = missingUnits.get(from) ?? units.length;
    if (Math.min(units.length, movable) < surplus) return { notThere: line };
    if (missingUnits.has(from)) missingUnits.set(from, movable - surplus);
    moves.push(...units.splice(0, surplus).map((unit) => ({ unit, toLocationId: line.locationId })));
  }
  const removals = lines.flatMap((line) => {
    const missing = missingUnits.get(placeKey(line.locationId, line.item)) ?? 0;
    return pool(line.locationId, line.item)
      .splice(0, missing)
      .map((unit) => ({ unit, cause: line.cause }));
  });
  const additions = lines
    .filter((line) => line.counted > line.booked && !isMisplacedSurplus(line))
    .map((line) => ({ line, quantity: line.counted - line.booked }));
  const confirmations = lines.flatMap((line) => pool(line.locationId, line.item).slice(0, Math.min(line.counted, line.booked)));
  return { removals, moves, additions, confirmations };
}

function isMisplacedSurplus<Line extends PostedLine>(line: Line): line is Line & { readonly fromLocationId: number } {
  return line.cause === 'MISPLACED' && line.counted > line.booked && line.fromLocationId !== null;
}
