/** A product with its demand by day, its vendor's lead time and case pack. */
export interface SimulatedProduct {
  readonly kind: DemandKind;
  readonly demand: readonly number[];
  readonly leadDays: number;
  readonly casePack: number;
  /** The day of the week on which its vendor gets an order. */
  readonly weekday: number;
  /** Days by which orders arrive later or earlier than the lead time. */
  readonly delays: readonly number[];
}

export type DemandKind = 'steady' | 'slow' | 'growing' | 'fading' | 'seasonal';

/** How many of a hundred products are of each kind. */
const KINDS: readonly (readonly [DemandKind, number])[] = [
  ['steady', 35],
  ['slow', 25],
  ['growing', 12],
  ['fading', 8],
  ['seasonal', 20],
];
const YEAR = 365;

/** Demand that repeats for the same seed: Poisson by day around a rate with a level, a trend and a season. */
export function generateDemand({ seed, count, days }: { seed: number; count: number; days: number }): SimulatedProduct[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, nth) => {
    const kind = kindOf(nth % 100);
    const level = kind === 'slow' ? 0.05 + random() * 0.25 : Math.exp(Math.log(0.5) + random() * Math.log(16));
    const [peak, height, change] = [Math.floor(random() * YEAR), 1 + random() * 2, 0.4 + random() * 0.8];
    const rate = (day: number) => level * trendOf(kind, (day - days / 2) / YEAR, change) * (kind === 'seasonal' ? seasonOf(day, peak, height) : 1);
    return {
      ...{ kind, leadDays: 7 + Math.floor(random() * 29), casePack: [1, 1, 6, 12][Math.floor(random() * 4)] ?? 1, weekday: nth % 7 },
      delays: Array.from({ length: 97 }, () => Math.round((random() + random() - 0.9) * 4)),
      demand: Array.from({ length: days }, (_day, day) => poisson(rate(day), random)),
    };
  });
}

function kindOf(percent: number): DemandKind {
  let below = 0;
  for (const [kind, share] of KINDS) {
    below += share;
    if (percent < below) return kind;
  }
  return 'steady';
}

/** Grows or fades by `change` in a year, exponentially. */
function trendOf(kind: DemandKind, years: number, change: number): number {
  if (kind === 'growing') return Math.exp(years * change);
  return kind === 'fading' ? Math.exp(-years * change) : 1;
}

/** A hill of about ten weeks once a year. */
function seasonOf(day: number, peak: number, height: number): number {
  const away = Math.min((((day - peak) % YEAR) + YEAR) % YEAR, (((peak - day) % YEAR) + YEAR) % YEAR);
  return 1 + height * Math.exp(-((away / 28) ** 2));
}

function poisson(rate: number, random: () => number): number {
  const limit = Math.exp(-rate);
  let units = 0;
  for (let product = random(); product > limit; product *= random()) units += 1;
  return units;
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
