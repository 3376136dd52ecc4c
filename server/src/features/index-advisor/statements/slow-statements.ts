import type { CountedStatement } from './statement.read-model.ts';
import { changedTablesOf, isRowStatement, tablesOf } from './statement-names.rules.ts';
import type { Grammar } from './statement-text.ts';

/** A slow statement with the counts of all its query IDs. */
export interface SlowStatement {
  readonly fingerprint: string;
  readonly queryIds: readonly string[];
  /** The text from the statistics, which may contain values: for planning only. */
  readonly text: string;
  /** The text without values. */
  readonly shown: string;
  readonly parsed: unknown;
  readonly calls: number;
  readonly totalMs: number;
}

/** The minimum number of calls and mean time of a slow statement. */
export interface Slowness {
  readonly calls: number;
  readonly meanMs: number;
}

export const USUAL_SLOWNESS: Slowness = { calls: 20, meanMs: 5 };
const MAX_STATEMENTS = 100;
/** Internal tables: system catalogs, the job queue, the advisor and the migrations. */
const OWN_SCHEMAS = new Set(['pg_catalog', 'information_schema', 'graphile_worker']);
const OWN_TABLES = /^(pg_.*|index_suggestions|index_suggestion_statements|index_sightings|table_write_counts|schema_migrations)$/;
/** Tables that the system writes and people read; only statements that change them are internal. */
const WRITTEN_BY_SYSTEM = /^(audit_entries|job_runs|job_run_lines)$/;

export interface SlowStatements {
  readonly slow: readonly SlowStatement[];
  /** The fingerprints of all statements that ran often enough to be judged, including fast ones. */
  readonly known: ReadonlySet<string>;
}

/** The slow statements of users, the most expensive first. Variants that differ only in the length of a value list count together. */
export function slowStatements(counted: readonly CountedStatement[], grammar: Grammar, least: Slowness): SlowStatements {
  const grouped = new Map<string, SlowStatement>();
  for (const one of counted) {
    const read = grammar.read(one.text);
    if (read === undefined || !isRowStatement(read.statement) || isMaintenance(read.statement)) continue;
    const same = grouped.get(read.fingerprint);
    grouped.set(read.fingerprint, {
      fingerprint: read.fingerprint,
      queryIds: [...(same?.queryIds ?? []), one.queryId],
      text: same?.text ?? one.text,
      shown: same?.shown ?? grammar.showable(one.text) ?? '',
      parsed: same?.parsed ?? read.statement,
      calls: (same?.calls ?? 0) + one.calls,
      totalMs: (same?.totalMs ?? 0) + one.totalMs,
    });
  }
  const frequent = [...grouped.values()].filter(({ calls }) => calls >= least.calls);
  const slow = frequent.filter(({ calls, totalMs }) => totalMs / calls >= least.meanMs).toSorted((one, other) => other.totalMs - one.totalMs);
  const unjudged = new Set(slow.slice(MAX_STATEMENTS));
  return { slow: slow.slice(0, MAX_STATEMENTS), known: new Set(frequent.filter((one) => !unjudged.has(one)).map(({ fingerprint }) => fingerprint)) };
}

function isMaintenance(statement: unknown): boolean {
  return (
    tablesOf(statement).some(({ schema, name }) => (schema !== undefined && OWN_SCHEMAS.has(schema)) || OWN_TABLES.test(name)) ||
    changedTablesOf(statement).some(({ name }) => WRITTEN_BY_SYSTEM.test(name))
  );
}
