import { DAY_MS, HOUR_MS } from '@stowage/contract/formats/durations';
import { createRandom, type Random } from './random.ts';

const UNITS = 20_000;
const DAYS = 90;
const SUNDAY = 0;
/** The shares of units that were moved, and that were removed, after their receipt. */
const MOVED = 0.15;
const REMOVED = 0.02;

interface Ground {
  readonly seed: number;
  readonly now: Date;
  readonly listings: { readonly id: readonly number[]; readonly fnsku: readonly string[] };
  readonly locations: readonly { readonly id: number; readonly location: string }[];
  /** Ids of the people who scanned. */
  readonly staff: readonly number[];
}

interface Event {
  readonly at: number;
  readonly unit: number;
  readonly type: 'ADD' | 'LOCATION_CHANGE' | 'REMOVE';
  readonly from: number | null;
  readonly to: number | null;
}

/** Twenty thousand units with ninety days of receipts, moves and removals. */
export function demoStock(ground: Ground) {
  // A separate sequence, so that stock and catalog data can change independently.
  const random = createRandom(ground.seed ^ 0x5f3759df);
  const shelves = ground.locations.filter(({ location }) => /^[A-G]-[1-8]$/.test(location)).map(({ id }) => id);
  const receipts = Array.from({ length: UNITS }, () => workingMoment(ground.now, random)).sort((a, b) => a - b);
  const homes = ground.listings.id.map(() => random.pick(shelves));
  const units = receipts.map((at, index) => {
    // The cube makes few listings sell much and many sell little.
    const listing = Math.floor(random.fraction() ** 3 * ground.listings.id.length);
    return { id: index + 1, listing, events: life(index + 1, at, homes[listing] ?? 0, { random, shelves, now: ground.now }) };
  });
  const events = units.flatMap((unit) => unit.events).sort((a, b) => a.at - b.at || a.unit - b.unit);
  return {
    units: {
      id: units.map(({ id }) => id),
      listingId: units.map(({ listing }) => ground.listings.id[listing] ?? null),
      identifier: units.map(({ listing }) => ground.listings.fnsku[listing] ?? ''),
      locationId: units.map((unit) => lastPlace(unit.events)),
      status: units.map((unit) => (unit.events.at(-1)?.type === 'REMOVE' ? 'REMOVED' : 'AVAILABLE')),
      source: units.map(() => 'SCAN'),
      createdAt: units.map((unit) => new Date(unit.events[0]?.at ?? 0)),
      updatedAt: units.map((unit) => new Date(unit.events.at(-1)?.at ?? 0)),
    },
    movements: {
      unitId: events.map(({ unit }) => unit),
      type: events.map(({ type }) => type),
      fromLocationId: events.map(({ from }) => from),
      toLocationId: events.map(({ to }) => to),
      afterStatus: events.map(({ type }) => (type === 'REMOVE' ? 'REMOVED' : 'AVAILABLE')),
      actorId: events.map(() => random.pick(ground.staff)),
      createdAt: events.map(({ at }) => new Date(at)),
    },
  };
}

interface Surroundings {
  readonly random: Random;
  readonly shelves: readonly number[];
  readonly now: Date;
}

/** The history of one unit: its receipt, perhaps a move, perhaps a removal. */
function life(unit: number, receivedAt: number, home: number, { random, shelves, now }: Surroundings): Event[] {
  const events: Event[] = [{ at: receivedAt, unit, type: 'ADD', from: null, to: home }];
  const later = () => Math.min((events.at(-1)?.at ?? 0) + random.integer(1, 72) * HOUR_MS, now.getTime() - random.integer(1, 60) * 1000);
  let place = home;
  const stillAhead = () => (events.at(-1)?.at ?? 0) < now.getTime() - HOUR_MS;
  if (random.fraction() < MOVED && stillAhead()) {
    const to = random.pick(shelves.filter((shelf) => shelf !== place));
    events.push({ at: later(), unit, type: 'LOCATION_CHANGE', from: place, to });
    place = to;
  }
  if (random.fraction() < REMOVED && stillAhead()) events.push({ at: later(), unit, type: 'REMOVE', from: place, to: null });
  return events;
}

/** A moment in the last ninety days between 8:00 and 18:00 UTC, except on Sundays. */
function workingMoment(now: Date, random: Random): number {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (;;) {
    const day = midnight - random.integer(0, DAYS) * DAY_MS;
    const at = day + 8 * HOUR_MS + Math.floor(random.fraction() * 10 * HOUR_MS);
    if (new Date(day).getUTCDay() !== SUNDAY && at < now.getTime() - HOUR_MS) return at;
  }
}

function lastPlace(events: readonly Event[]): number {
  const last = events.at(-1);
  return last?.to ?? last?.from ?? 0;
}
