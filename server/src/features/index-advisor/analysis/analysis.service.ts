import type { StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import type { DatabaseConnection, DatabaseOwner, DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { StatementSamples } from '../../../platform/database/statement-samples.ts';
import { type Counted, costsMoreThanItSaves, indexBytes, weightedGain } from '../gain/gain.rules.ts';
import { type WriteCount, writesPerHour } from '../gain/write-rate.rules.ts';
import { reasonToLeaveOut } from '../statements/left-out.rules.ts';
import { sampledStatements } from '../statements/sampled-statements.ts';
import { type Slowness, type SlowStatement, slowStatements, USUAL_SLOWNESS } from '../statements/slow-statements.ts';
import {
  type CountedStatement,
  CREATE_STATEMENT_VIEW,
  createStatementView,
  findStatementSource,
  findWindows,
  listCountedStatements,
} from '../statements/statement.read-model.ts';
import { tablesOf } from '../statements/statement-names.rules.ts';
import { loadGrammar } from '../statements/statement-text.ts';
import {
  type AdvisedTable,
  findForeignNames,
  findHypotheticalMethod,
  hasTrigramSearch,
  listAdvisedTables,
  listOtherRelations,
} from '../statements/table.read-model.ts';
import { auditPlanning, auditStatement } from '../suggestions/index-audit.ts';
import type { Candidate } from './candidate.rules.ts';
import { findTable, type Judged, type Judging, judge } from './judge-statement.ts';
import { reasonForNothing } from './nothing-offered.ts';
import { type Advice, select, type Worthwhile } from './selection.ts';
import { createWhatIf, type Planned, refusalOf } from './what-if.repository.ts';

export interface AnalysisDependencies {
  readonly db: DatabasePool;
  /** For separate sessions outside the pool. */
  readonly connection: DatabaseConnection;
  /** Creates the indexes, and those that exist only for the planner. */
  readonly owner: DatabaseOwner;
  /** Recent values of slow statements. */
  readonly samples: StatementSamples;
  /** Whether hypothetical indexes may be created by editing the system catalog. */
  readonly mayEditCatalog: boolean;
}

export interface Analysis {
  readonly advice: readonly Advice[];
  readonly statements: number;
  /** The fingerprints of all statements that ran often enough to be judged. */
  readonly known: ReadonlySet<string>;
  /** Statements that the server could not plan, with its reason. */
  readonly unplanned: readonly LeftOut[];
  /** Statements without a condition or order that an index could serve. */
  readonly nothingFor: readonly LeftOut[];
  readonly leftOut: readonly LeftOut[];
  /** Statements whose gain can't be estimated. */
  readonly notEstimated: readonly string[];
  /** Indexes whose maintenance would cost more than they save. */
  readonly withheld: readonly Withheld[];
}

export interface Withheld {
  readonly candidate: Candidate;
  /** Rows written to the table per hour. */
  readonly writesPerHour: number;
}

/** A statement without a suggestion, and its text without values. */
export interface LeftOut {
  readonly reason: string;
  readonly statement: string;
}

export interface AnalysisSteps {
  readonly slowness?: Slowness;
  /** The counts of statements by query ID at the creation of their index. */
  readonly countedAtCreation?: ReadonlyMap<string, Counted>;
  /** The ignored suggestions. */
  readonly ignored?: readonly Candidate[];
  /** The write counts of each table by its OID, oldest first. */
  readonly writes?: ReadonlyMap<number, readonly WriteCount[]>;
  readonly onProgress?: (done: number, total: number) => Promise<void>;
}

const MAX_COUNTED = 5_000;

/**
 * Reads the statement statistics and finds the indexes that the planner would use. Plans statements, but runs none.
 * @returns undefined when the server does not track statements
 */
export async function analyzeStatements(
  { db, connection, owner, samples, mayEditCatalog }: AnalysisDependencies,
  steps: AnalysisSteps = {},
): Promise<Analysis | undefined> {
  const source = await openStatementSource({ db, owner });
  if (source !== 'ON') return undefined;
  const grammar = await loadGrammar();
  const counted = (await listCountedStatements(db, MAX_COUNTED)).map((one) => since(one, steps.countedAtCreation?.get(one.queryId)));
  const { slow, known } = slowStatements(counted, grammar, steps.slowness ?? USUAL_SLOWNESS);
  const whatIf = await createWhatIf(
    { connection, owner },
    { method: await findHypotheticalMethod({ db, owner }, { mayEditCatalog }), showable: grammar.showable },
  );
  try {
    const tables = await listAdvisedTables(owner.db);
    const judging = {
      tables: tables.filter(({ foreignOwner }) => foreignOwner === null),
      whatIf,
      hasTrigrams: await hasTrigramSearch(db),
      ignored: steps.ignored ?? [],
    };
    const foreign = await findForeignNames(db);
    const others = await listOtherRelations(db);
    const found = await judgeAll(slow, {
      judging,
      sampled: sampledStatements(samples, grammar),
      reasonFor: ({ parsed }) => reasonToLeaveOut(parsed, foreign),
      steps,
    });
    const suggested = (await select(found.judged, whatIf)).map((one) => withEstimate(one, whatIf.method === 'NONE'));
    const { advice, withheld } = withoutBurdens(suggested, await findWindows(db), steps.writes ?? new Map());
    return {
      advice: advice.toSorted((one, other) => savedMs(other) - savedMs(one)),
      withheld,
      statements: slow.length,
      known,
      unplanned: found.unplanned,
      nothingFor: found.judged.flatMap(({ statement, isOffered }) =>
        isOffered ? [] : [{ reason: reasonForNothing(statement, judging, others), statement: statement.shown }],
      ),
      leftOut: [...found.leftOut, ...slow.flatMap((one) => othersTables(one, tables))],
      notEstimated: found.judged.filter(({ isEstimated }) => !isEstimated).map(({ statement }) => statement.shown),
    };
  } finally {
    await auditPlanning(db, whatIf.sent());
  }
}

/** The counts since an earlier reading. After a reset of the statistics, all counts are newer. */
function since(one: CountedStatement, then: Counted | undefined): CountedStatement {
  if (then === undefined || one.calls < then.calls || one.totalMs < then.totalMs) return one;
  return { ...one, calls: one.calls - then.calls, totalMs: one.totalMs - then.totalMs };
}

interface JudgingAll {
  readonly judging: Judging;
  readonly sampled: ReadonlyMap<string, Planned>;
  readonly reasonFor: (statement: SlowStatement) => string | undefined;
  readonly steps: AnalysisSteps;
}

async function judgeAll(slow: readonly SlowStatement[], { judging, sampled, reasonFor, steps }: JudgingAll) {
  const judged: Judged[] = [];
  const unplanned: LeftOut[] = [];
  const leftOut: LeftOut[] = [];
  for (const [done, statement] of slow.entries()) {
    await steps.onProgress?.(done, slow.length);
    const reason = reasonFor(statement);
    if (reason !== undefined) {
      leftOut.push({ reason: `${reason}, so it was not planned`, statement: statement.shown });
      continue;
    }
    await judge(statement, plannedAs(statement, sampled), judging).then(
      (found) => judged.push(found),
      (error: unknown) => unplanned.push({ reason: refusalOf(error), statement: statement.shown }),
    );
  }
  return { judged, unplanned, leftOut };
}

/** Reports slow statements that read tables on which Stowage's role may not create indexes. */
function othersTables({ parsed, shown }: SlowStatement, tables: readonly AdvisedTable[]): LeftOut[] {
  const named = new Set(tablesOf(parsed).flatMap((name) => findTable(tables, name) ?? []));
  return [...named].flatMap(({ name, foreignOwner }) =>
    foreignOwner === null ? [] : [{ reason: `Only the owner ${foreignOwner} can create an index on ${name}, so none is suggested`, statement: shown }],
  );
}

/** Creates the statistics extension if it is missing: at the first start of the embedded server, otherwise on request. */
export async function openStatementSource({ db, owner }: Pick<AnalysisDependencies, 'db' | 'owner'>): Promise<StatementSource> {
  const source = await findStatementSource(db, owner.db);
  // Even a role without visible permission may succeed, because hosted databases can allow it.
  if (source !== 'NOT_CREATED' && source !== 'NOT_ALLOWED') return source;
  await auditStatement({ db }, undefined, CREATE_STATEMENT_VIEW);
  return (await createStatementView(owner.db)) ? findStatementSource(db) : source;
}

function plannedAs(statement: SlowStatement, sampled: ReadonlyMap<string, Planned>): Planned {
  return sampled.get(statement.fingerprint) ?? { text: statement.text, values: undefined };
}

function withEstimate(one: Worthwhile, isRough: boolean): Advice {
  const { candidate, table, uses } = one;
  const percent = weightedGain(uses.map((use) => ({ totalMs: use.judged.statement.totalMs, percent: use.percent }))) ?? 0;
  const named = [...table.columns.values()].filter(({ quoted }) => candidate.keys.some((key) => key.includes(quoted)));
  const keyWidth = named.reduce((sum, { width }) => sum + width, 0);
  return { ...one, estimate: isRough ? 'ROUGH' : 'PLANNER', percent, bytes: indexBytes({ rows: table.rows, keyWidth, method: candidate.method }) };
}

function withoutBurdens(
  suggested: readonly Advice[],
  { statementHours, tableHours }: { statementHours: number; tableHours: number },
  writes: ReadonlyMap<number, readonly WriteCount[]>,
): { advice: Advice[]; withheld: Withheld[] } {
  const advice: Advice[] = [];
  const withheld: Withheld[] = [];
  for (const one of suggested) {
    const { candidate, table } = one;
    const perHour = writesPerHour({ hours: tableHours, writes: table.writes, loaded: table.loaded }, writes.get(table.oid) ?? []);
    if (costsMoreThanItSaves({ writesPerHour: perHour, method: candidate.method, savedMsPerHour: savedMs(one) / statementHours })) {
      withheld.push({ candidate, writesPerHour: perHour });
    } else advice.push(one);
  }
  return { advice, withheld };
}

const savedMs = ({ uses, percent }: Advice) => (uses.reduce((sum, { judged }) => sum + judged.statement.totalMs, 0) * percent) / 100;
