import { gainPercent, roughScanCost } from '../gain/gain.rules.ts';
import type { SchemaName } from '../statements/parse-tree.rules.ts';
import type { SlowStatement } from '../statements/slow-statements.ts';
import { readShape, type TableUse } from '../statements/statement-shape.rules.ts';
import type { AdvisedTable } from '../statements/table.read-model.ts';
import { type Candidate, candidateId, candidatesFor, isSameIndex, prefixesOf, termKey, withoutPrefixes } from './candidate.rules.ts';
import type { Plan, ReadWhole } from './plan.rules.ts';
import { type Imagined, type Planned, quote, refusedByServer, type WhatIf } from './what-if.repository.ts';

/** A statement with the plan that it has, and the indexes that would make it quicker. */
export interface Judged {
  readonly statement: SlowStatement;
  readonly planned: Planned;
  readonly before: Plan<Candidate>;
  readonly wanted: readonly Imagined[];
  /** Where the planner can't be asked: what the formula says that a wanted index gains, in percent. */
  readonly rough: ReadonlyMap<string, number>;
  /** false where an index might help, and nobody can say by how much. */
  readonly isEstimated: boolean;
  /** Whether any index could be thought of. */
  readonly isOffered: boolean;
}

/** The least that all indexes for a statement together must gain. */
export const LEAST_GAIN_PERCENT = 20;
/** A narrower or a missing index may cost so much of the gain. */
const TOLERANCE = 0.03;
const MAX_CANDIDATES = 48;

export function findTable<T extends Pick<AdvisedTable, 'schema' | 'name' | 'isVisible'>>(tables: readonly T[], { schema, name }: SchemaName): T | undefined {
  return tables.find((table) => table.name === name && (schema === undefined ? table.isVisible : table.schema === schema));
}

/** What a statement asks of the tables that an index could be made for. */
export function usesIn({ parsed }: Pick<SlowStatement, 'parsed'>, tables: readonly AdvisedTable[]): TableUse[] {
  return readShape(parsed, (name) => {
    const table = findTable(tables, name);
    return table && new Set(table.columns.keys());
  });
}

/** Finds what a statement wants: everything that could help is offered to the planner at once, then whatever it can do without is taken away. */
export async function judge(statement: SlowStatement, planned: Planned, judging: Judging): Promise<Judged> {
  const { whatIf, tables } = judging;
  const uses = usesIn(statement, tables);
  const offered = offerFor(uses, judging);
  const before = await whatIf.plan(planned, []);
  const judged = { statement, planned, before, wanted: [], rough: new Map(), isEstimated: true, isOffered: offered.length > 0 };
  if (offered.length === 0) return judged;
  if (whatIf.way === 'NONE') return { ...judged, ...(await judgeRoughly({ planned, before, whatIf }, uses, offered)) };
  const all = await whatIf.plan(planned, offered);
  const used = offered.filter(({ candidate }) => all.used.has(candidate));
  if (gainPercent(before.cost, all.cost) < LEAST_GAIN_PERCENT) return judged;
  return { ...judged, wanted: await reduce({ planned, before, whatIf }, { used, best: all.cost, isUnwanted: unwantedBy(judging) }) };
}

export interface Judging {
  readonly tables: readonly AdvisedTable[];
  readonly whatIf: WhatIf;
  readonly hasTrigrams: boolean;
  /** What people said that they do not want: it is not even thought of, so that it stands in no other's way. */
  readonly ignored: readonly Candidate[];
}

const unwantedBy =
  ({ ignored }: Judging) =>
  (candidate: Candidate) =>
    ignored.some((one) => isSameIndex(one, candidate));

function offerFor(uses: readonly TableUse[], judging: Judging): Imagined[] {
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
  readonly used: Imagined[];
  readonly best: number;
  readonly isUnwanted: (candidate: Candidate) => boolean;
}

/** Takes away indexes and keys for as long as nearly all of the gain stays. */
async function reduce({ planned, before, whatIf }: Plain, { used, best, isUnwanted }: Offered) {
  let allowed = best + TOLERANCE * (before.cost - best);
  let kept = used;
  const isEnough = async (set: readonly Imagined[]) => (await whatIf.plan(planned, set)).cost <= allowed;
  for (const one of used) {
    const without = kept.filter((other) => other !== one);
    if (await isEnough(without)) kept = without;
  }
  for (const one of kept) {
    for (const prefix of prefixesOf(one.candidate).filter((narrower) => !isUnwanted(narrower))) {
      const narrower = kept.map((other) => (other === one ? { ...one, candidate: prefix } : other));
      if (!(await isEnough(narrower))) continue;
      kept = narrower;
      break;
    }
  }
  const final = await whatIf.plan(planned, kept);
  allowed = final.cost;
  return kept.filter(({ candidate }) => final.used.has(candidate));
}

/**
 * Without showing an index to the planner: only a table that is read whole for a filter that an index could serve in full can
 * be estimated, and only where nothing stops the reading early.
 */
async function judgeRoughly({ planned, before, whatIf }: Plain, uses: readonly TableUse[], offered: readonly Imagined[]) {
  const rough = new Map<string, number>();
  const wanted: Imagined[] = [];
  for (const read of before.stopsEarly ? [] : before.readWhole) {
    const whole = wholeIndex(read, uses, offered);
    if (whole === undefined || read.filter === undefined) continue;
    const { table, candidate } = whole;
    const text = `select from ${quote(table.schema)}.${quote(table.name)} as ${quote(read.alias)} where ${read.filter}`;
    // A filter with the result of a subquery in it is no SQL.
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

/** The offered index whose keys are all that the filter of a table asks for, what is compared by range last. */
function wholeIndex(read: ReadWhole, uses: readonly TableUse[], offered: readonly Imagined[]): Imagined | undefined {
  const here = offered.filter(({ table }) => table.schema === read.schema && table.name === read.table);
  const [use, another] = uses.filter(({ alias, table }) => alias === read.alias && table.name === read.table);
  if (use === undefined || another !== undefined || !use.isUnderstood || (use.table.schema ?? read.schema) !== read.schema) return undefined;
  const terms = use.terms.filter(({ joins }) => joins === undefined);
  if (terms.some(({ kind }) => kind === 'like')) return undefined;
  return here.find(({ candidate: { keys }, table }) => {
    const asked = new Set(terms.map((term) => termKey(term, table)));
    const ranges = new Set(terms.filter(({ kind }) => kind === 'range').map((term) => termKey(term, table)));
    return asked.size > 0 && keys.length === asked.size && keys.every((key, nth) => asked.has(key) && (!ranges.has(key) || nth === keys.length - 1));
  });
}

/** An index that is worth making, with the statements that would use it. */
export interface Worthwhile extends Imagined {
  readonly uses: readonly Use[];
}

/** What one index gains for one statement. */
export interface Use {
  readonly judged: Judged;
  /** What the statement costs with this index: alone, or less what it takes off beside the others. */
  readonly costAfter: number;
  /** By how much `costAfter` is below the cost before, in percent of that. */
  readonly percent: number;
  /** What it costs with all that is suggested. */
  readonly costTogether: number;
}

/** With what is said of it. */
export interface Advice extends Worthwhile {
  readonly estimate: 'PLANNER' | 'ROUGH';
  readonly percent: number;
  readonly bytes: number;
}

/**
 * Puts together what all statements want: what another one's wider index covers is left out, then each statement is planned
 * with all that is left, and what no plan uses goes.
 */
export async function select(judged: readonly Judged[], whatIf: WhatIf): Promise<Worthwhile[]> {
  const wanted = new Map(judged.flatMap((one) => one.wanted).map((one) => [candidateId(one.candidate), one]));
  const left = new Set(withoutPrefixes([...wanted.values()].map(({ candidate }) => candidate)));
  const set = await withoutSpare(
    [...wanted.values()].filter(({ candidate }) => left.has(candidate)),
    judged,
    whatIf,
  );
  const uses = new Map<Imagined, Use[]>(set.map((one) => [one, []]));
  for (const one of judged.filter((each) => each.wanted.length > 0)) {
    const concerned = set.filter(({ table }) => one.wanted.some((other) => other.table === table));
    for (const [index, use] of await usesBy(one, concerned, whatIf)) uses.get(index)?.push(use);
  }
  return set.map((one) => ({ ...one, uses: uses.get(one) ?? [] })).filter((one) => one.uses.length > 0);
}

/** Takes away whatever every statement can do without beside the others, the one that serves the least time first. */
async function withoutSpare(all: Imagined[], judged: readonly Judged[], whatIf: WhatIf): Promise<Imagined[]> {
  if (whatIf.way === 'NONE') return all;
  const served = (index: Imagined) => judged.filter(({ wanted }) => wanted.some(({ table }) => table === index.table));
  const timeOf = (index: Imagined) => served(index).reduce((sum, { statement }) => sum + statement.totalMs, 0);
  let set = all;
  for (const index of all.toSorted((one, other) => timeOf(one) - timeOf(other) || other.candidate.keys.length - one.candidate.keys.length)) {
    const without = set.filter((other) => other !== index);
    if (await isSpare(index, { set, without, judged: served(index), whatIf })) set = without;
  }
  return set;
}

interface Spare {
  readonly set: readonly Imagined[];
  readonly without: readonly Imagined[];
  readonly judged: readonly Judged[];
  readonly whatIf: WhatIf;
}

async function isSpare({ candidate }: Imagined, { set, without, judged, whatIf }: Spare): Promise<boolean> {
  for (const { planned, before } of judged) {
    const withIt = await whatIf.plan(planned, set);
    if (!withIt.used.has(candidate)) continue;
    const withoutIt = await whatIf.plan(planned, without);
    if (withoutIt.cost > withIt.cost + TOLERANCE * (before.cost - withIt.cost)) return false;
  }
  return true;
}

const LEAST_SHARE_PERCENT = 5;

/** What each index that the statement's plan uses gains: alone, or beside the others, whichever is more. */
async function usesBy(one: Judged, set: readonly Imagined[], whatIf: WhatIf): Promise<Map<Imagined, Use>> {
  const found = new Map<Imagined, Use>();
  const { before, planned } = one;
  if (whatIf.way === 'NONE') {
    for (const index of set) {
      const percent = one.rough.get(candidateId(index.candidate));
      const costAfter = before.cost * (1 - (percent ?? 0) / 100);
      if (percent !== undefined) found.set(index, { judged: one, costAfter, percent, costTogether: costAfter });
    }
    return found;
  }
  const all = await whatIf.plan(planned, set);
  for (const index of set.filter(({ candidate }) => all.used.has(candidate))) {
    const alone = set.length === 1 ? all : await whatIf.plan(planned, [index]);
    const others = await whatIf.plan(
      planned,
      set.filter((other) => other !== index),
    );
    const costAfter = Math.min(alone.cost, before.cost - (others.cost - all.cost));
    const percent = gainPercent(before.cost, costAfter);
    if (percent >= LEAST_SHARE_PERCENT) found.set(index, { judged: one, costAfter, percent, costTogether: all.cost });
  }
  return found;
}
