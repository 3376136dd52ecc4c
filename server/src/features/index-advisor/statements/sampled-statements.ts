import type { StatementSamples } from '../../../platform/database/statement-samples.ts';
import type { Planned } from '../analysis/what-if.repository.ts';
import type { Grammar } from './statement-text.ts';

/** The recent statements with their values, by fingerprint. */
export function sampledStatements(samples: StatementSamples, grammar: Grammar): ReadonlyMap<string, Planned> {
  return new Map(
    samples.list().flatMap(({ text, values }) => {
      const read = grammar.read(text);
      return read === undefined ? [] : [[read.fingerprint, { text, values }] as const];
    }),
  );
}
