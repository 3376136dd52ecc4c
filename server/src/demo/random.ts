/** A seeded source of randomness: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  /** An item by weight: `[['a', 3], ['b', 1]]` gives `a` three times in four. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  /** So many characters out of an alphabet. */
  text(alphabet: string, length: number): string;
}

/** The mulberry32 generator: 32 bits of state, good enough for believable data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };
  return {
    fraction,
    integer,
    pick,
    weighted(items) {
      let left = fraction() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new Error('There is nothing to pick from');
    },
    text: (alphabet, length) => Array.from({ length }, () => alphabet[integer(0, alphabet.length - 1)]).join(''),
  };
}
