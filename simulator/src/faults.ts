import { createRandom } from './random.ts';

/** What can go wrong. `lost` and `truncate` strike after the work was done, the others before it. */
export const EFFECTS = [
  'throttle',
  'error400',
  'error500',
  'error503',
  'expired-token',
  'invalid_grant',
  'invalid_client',
  'reset',
  'slow',
  'lost',
  'truncate',
  'expired-url',
  'feed-fatal',
  'feed-stuck',
  'feed-errors',
  'report-fatal',
  'report-cancelled',
  'inner-throttle',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** A rule of misfortune: which calls it strikes, how often, and how. */
export interface Fault {
  readonly effect: Effect;
  /** The operation's name; without one, every operation. Documents are `putDocument` and `getDocument`, the token is `lwaToken`. */
  readonly operation?: string;
  /** Strikes this many times at most. */
  readonly times?: number;
  /** Lets this many matching calls pass first. */
  readonly skip?: number;
  /** Strikes each call by chance, from 0 to 1; without one, always. */
  readonly probability?: number;
  readonly seed?: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The effect that strikes this call, if one does. @param among the effects that make sense here */
  strike(operation: string, among: readonly Effect[]): Effect | undefined;
}

export function createFaults(): Faults {
  let rules: { fault: Fault; seen: number; struck: number; random: () => number }[] = [];
  return {
    add: (fault) => void rules.push({ fault, seen: 0, struck: 0, random: createRandom(fault.seed ?? 1) }),
    clear: () => {
      rules = [];
    },
    strike(operation, among) {
      for (const rule of rules) {
        const { fault } = rule;
        if (!among.includes(fault.effect) || (fault.operation !== undefined && fault.operation !== operation)) continue;
        rule.seen += 1;
        if (rule.seen <= (fault.skip ?? 0) || rule.struck >= (fault.times ?? Number.POSITIVE_INFINITY)) continue;
        if (fault.probability !== undefined && rule.random() >= fault.probability) continue;
        rule.struck += 1;
        return fault.effect;
      }
      return undefined;
    },
  };
}
