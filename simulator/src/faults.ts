import { createRandom } from './random.ts';

/** The faults that happen before the work of a call is done. */
export const BEFORE = [
  'throttle',
  'error400',
  'error500',
  'error503',
  'expired-token',
  'missing-role',
  'invalid_grant',
  'invalid_client',
  'reset',
  'slow',
] as const;

/** The faults that happen after it. */
export const AFTER = ['lost', 'truncate'] as const;

/** All injected faults. `duplicate`, `delay` and `drop` are for the messages of events, whose operation is `sendEvent`. */
export const EFFECTS = [
  ...BEFORE,
  ...AFTER,
  'expired-url',
  'feed-fatal',
  'feed-stuck',
  'feed-errors',
  'feeds-late',
  'report-fatal',
  'report-cancelled',
  'inner-throttle',
  'duplicate',
  'delay',
  'drop',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** A fault rule: the calls that it affects, how often, and its effect. */
export interface Fault {
  readonly effect: Effect;
  /** The operation's name; without one, every operation. Documents are `putDocument` and `getDocument`, the token is `lwaToken`. */
  readonly operation?: string;
  /** The limit on affected calls. */
  readonly times?: number;
  /** Lets this many matching calls pass first. */
  readonly skip?: number;
  /** The probability that a call is affected, from 0 to 1; by default every call. */
  readonly probability?: number;
  readonly seed?: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that affects this call, if any. @param among the effects that are possible here */
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
