import { gainPercent, roughScanCost } from '../gain/gain.rules.ts';
import type { SchemaName } from '../statements/parse-tree.rules.ts';
import type { SlowStatement } from '../statements/slow-statements.ts';
import { readShape } from '../statements/statement-shape.rules.ts';
import type { TableUse } from '../statements/statement-terms.rules.ts';
import type { AdvisedTable } from '../statements/table.read-model.ts';
import { type Candidate, candidateId, candidatesFor, isSameIndex, prefixesOf, termKey } from './candidate.rules.ts';
import type { Plan, SequentialScan } from './plan.rules.ts';
import { type HypotheticalIndex, type Planned, quote, refusedByServer, type WhatIf } from './what-if.repository.ts';

/** A statement with its current plan, and the indexes that would make it faster. */
export interface Judged {
  readonly statement: SlowStatement;
  readonly planned: Planned;
  readonly before: Plan<Candidate>;
  readonly wanted: readonly HypotheticalIndex[];
  /** Without hypothetical indexes: the gain of each wanted index in percent, by formula. */
  readonly rough: ReadonlyMap<string, number>;
  /** False when an index might help, but its gain is unknown. */
  readonly isEstimated: boolean;
  /** Whether there were candidates for the statement. */
  readonly isOffered: boolean;
}

/** The minimum gain of all indexes of a statement together. */
const LEAST_GAIN_PERCENT = 20;
/** A narrower or missing index may lose this share of the gain. */
export const TOLERANCE = 0.03;
const MAX_CANDIDATES = 48;

export function findTable<T extends Pick<AdvisedTable, 'schema' | 'name' | 'isVisible'>>(tables: readonly T[], { schema, name }: SchemaName): T | undefined {
  return tables.find((table) => table.name === name && (schema === undefined ? table.isVisible : table.schema === schema));
}

/** The uses of advised tables in a statement. */
export function usesIn({ parsed }: Pick<SlowStatement, 'parsed'>, tables: readonly AdvisedTable[]): TableUse[] {
  return readShape(parsed, (name) => {
    const table = findTable(tables, name);
    return table && new Set(table.columns.keys());
  });
}

/** Finds the indexes that a statement needs: offers all candidates to the planner at once, then removes the dispensable ones. */
export async function judge(statement: SlowStatement, planned: Planned, judging: Judging): Promise<Judged> {
  const { whatIf, tables } = judging;
  const uses = usesIn(statement, tables);
  const offered = offerFor(uses, judging);
  const before = await whatIf.plan(planned, []);
  const judged = { statement, planned, before, wanted: [], rough: new Map(), isEstimated: true, isOffered: offered.length > 0 };
  if (offered.length === 0) return judged;
  if (whatIf.method === 'NONE') return { ...judged, ...(await judgeRoughly({ planned, before, whatIf }, uses, offered)) };
  const all = await whatIf.plan(planned, offered);
  const used = offered.filter(({ candidate }) => all.used.has(candidate));
  if (gainPercent(before.cost, all.cost) < LEAST_GAIN_PERCENT) return judged;
  return { ...judged, wanted: await reduce({ planned, before, whatIf }, { used, best: all.cost, isUnwanted: unwantedBy(judging) }) };
}

export interface Judging {
  readonly tables: readonly AdvisedTable[];
  readonly whatIf: WhatIf;
  readonly hasTrigrams: boolean;
  /** The ignored suggestions, which are never offered so that they do not hide others. */
  readonly ignored: readonly Candidate[];
}

const unwantedBy =
  ({ ignored }: Judging) =>
  (candidate: Candidate) =>
    ignored.some((one) => isSameIndex(one, candidate));

function offerFor(uses: readonly TableUse[], judging: Judging): HypotheticalIndex[] {
  const { tables, hasTrigrams } = judging;
  const isUnwanted = unwantedBy(judging);
  const offered = uses.flatMap((use) => {
    const table = findTable(tables, use.table);
    const candidates = table === undefined ? [] : candidatesFor(use, table, { hasTrigrams }).map((candidate) => ({ candidate, table }));
    return candidates.filter(({ candidate }) => !isUnwanted(candidate));
  });
  return [...new Map(offered.map((one) => [candidateId(one.candidate), one])).values()].slice(0, MAX_CANDIDATES);
}

interface Offered {
  readonly used: HypotheticalIndex[];
  readonly best: number;
  readonly isUnwanted: (candidate: Candidate) => boolean;
}

/** Removes indexes and trailing keys as long as nearly all of the gain remains. */
async function reduce({ planned, before, whatIf }: Plain, { used, best, isUnwanted }: Offered) {
  const allowed = best + TOLERANCE * (before.cost - best);
  let remaining = used;
  const isEnough = async (set: readonly HypotheticalIndex[]) => (await whatIf.plan(planned, set)).cost <= allowed;
  for (const one of used) {
    const without = remaining.filter((other) => other !== one);
    if (await isEnough(without)) remaining = without;
  }
  for (const one of remaining) {
    for (const prefix of prefixesOf(one.candidate).filter((narrower) => !isUnwanted(narrower))) {
      const narrower = remaining.map((other) => (other === one ? { ...one, candidate: prefix } : other));
      if (!(await isEnough(narrower))) continue;
      remaining = narrower;
      break;
    }
  }
  const final = await whatIf.plan(planned, remaining);
  return remaining.filter(({ candidate }) => final.used.has(candidate));
}

/**
 * Estimates without hypothetical indexes. Only sequential scans whose filter an index could serve completely can be estimated,
 * and only in plans that nothing stops early.
 */
async function judgeRoughly({ planned, before, whatIf }: Plain, uses: readonly TableUse[], offered: readonly HypotheticalIndex[]) {
  const rough = new Map<string, number>();
  const wanted: HypotheticalIndex[] = [];
  for (const read of before.stopsEarly ? [] : before.sequentialScans) {
    const whole = wholeIndex(read, uses, offered);
    if (whole === undefined || read.filter === undefined) continue;
    const { table, candidate } = whole;
    const text = `select from ${quote(table.schema)}.${quote(table.name)} as ${quote(read.alias)} where ${read.filter}`;
    // A filter with the result of a subquery is not valid SQL.
    const found = await whatIf.plan({ text, values: planned.values && [] }, []).catch(refusedByServer);
    if (found === undefined) continue;
    const saved = Math.max(0, read.cost - roughScanCost({ matching: found.rows, tableBytes: table.bytes }));
    const gain = gainPercent(before.cost, Math.max(0, before.cost - saved));
    if (gain < LEAST_GAIN_PERCENT) continue;
    rough.set(candidateId(candidate), gain);
    wanted.push(whole);
  }
  return { wanted, rough, isEstimated: wanted.length > 0 };
}

interface Plain {
  readonly planned: Planned;
  readonly before: Plan<Candidate>;
  readonly whatIf: WhatIf;
}

/** The offered index whose keys are exactly the columns of the filter, with a range column last. */
function wholeIndex(read: SequentialScan, uses: readonly TableUse[], offered: readonly HypotheticalIndex[]): HypotheticalIndex | undefined {
  const here = offered.filter(({ table }) => table.schema === read.schema && table.name === read.table);
  const [use, another] = uses.filter(({ alias, table }) => alias === read.alias && table.name === read.table);
  if (use === undefined || another !== undefined || !use.isUnderstood || (use.table.schema ?? read.schema) !== read.schema) return undefined;
  const terms = use.terms.filter(({ joins }) => joins === undefined);
  if (terms.some(({ kind }) => kind === 'like')) return undefined;
  return here.find(({ candidate: { keys }, table }) => {
    const filtered = new Set(terms.map((term) => termKey(term, table)));
    const ranges = new Set(terms.filter(({ kind }) => kind === 'range').map((term) => termKey(term, table)));
    return (
      filtered.size > 0 && keys.length === filtered.size && keys.every((key, index) => filtered.has(key) && (!ranges.has(key) || index === keys.length - 1))
    );
  });
}
