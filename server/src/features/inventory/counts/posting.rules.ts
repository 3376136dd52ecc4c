import type { RootCause } from '@stowage/contract/inventory/counts';

export interface PostedLine {
  readonly id: number;
  readonly locationId: number;
  /** Which item: two lines of one item in two locations share it. */
  readonly item: string;
  readonly counted: number;
  /** What was booked when it was counted. */
  readonly booked: number;
  readonly cause: RootCause | null;
  /** Of misplaced units: where they are booked. */
  readonly fromLocationId: number | null;
}

export function itemKey({ listingId, identifier }: { readonly listingId: number | null; readonly identifier: string }): string {
  return listingId === null ? `code ${identifier.toUpperCase()}` : `listing ${listingId}`;
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
 * What posting a count does to the stock of now (decision 0024). A line's difference is what was counted against what was
 * booked at that moment; movements since then stand. So as many units leave or come as differed, never more than
 * there are. Misplaced units come from where they are booked; a line that missed them has thereby lost them.
 * @param unitsAt the units that are booked in a location now, those first that most probably are the missing ones
 * @returns the line whose misplaced units are not there any more, where there is one
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
  /** How many units a line still has to lose. */
  const toLose = new Map(lines.map((line) => [placeKey(line.locationId, line.item), Math.max(0, line.booked - line.counted)]));
  const moves: { unit: Unit; toLocationId: number }[] = [];

  for (const line of lines.filter(isMisplacedSurplus)) {
    const wanted = line.counted - line.booked;
    const from = placeKey(line.fromLocationId, line.item);
    const units = pool(line.fromLocationId, line.item);
    // A location of this very count gives only what was missing there.
    const spare = toLose.get(from) ?? units.length;
    if (Math.min(units.length, spare) < wanted) return { notThere: line };
    if (toLose.has(from)) toLose.set(from, spare - wanted);
    moves.push(...units.splice(0, wanted).map((unit) => ({ unit, toLocationId: line.locationId })));
  }
  const removals = lines.flatMap((line) => {
    const missing = toLose.get(placeKey(line.locationId, line.item)) ?? 0;
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
