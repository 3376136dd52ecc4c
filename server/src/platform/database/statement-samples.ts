/** A statement with the parameter values of one execution. */
export interface StatementSample {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatementSamples {
  /** Records an answered statement. */
  note(text: string, values: readonly unknown[], tookMs: number): void;
  list(): readonly StatementSample[];
}

const SLOW_MS = 5;
const MAX_SAMPLES = 500;
const MAX_VALUES = 40;
const MAX_VALUE_LENGTH = 1_000;

/**
 * Remembers the newest values of each slow statement, so that it can be planned with realistic values. They may hold
 * personal data: they stay in memory, and only the planner receives them.
 */
export function createStatementSamples(): StatementSamples {
  const samples = new Map<string, StatementSample>();
  return {
    note(text, values, tookMs) {
      if (tookMs < SLOW_MS || values.length > MAX_VALUES || values.some(isLarge)) return;
      samples.delete(text);
      samples.set(text, { text, values });
      const [oldest] = samples.keys();
      if (samples.size > MAX_SAMPLES && oldest !== undefined) samples.delete(oldest);
    },
    list: () => [...samples.values()],
  };
}

function isLarge(value: unknown): boolean {
  return (typeof value === 'string' || Array.isArray(value) || Buffer.isBuffer(value)) && value.length > MAX_VALUE_LENGTH;
}
