import type { StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import type { DatabaseConnection, DatabasePool } from '../../../platform/database/connect.ts';
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
import { type AdvisedTable, findStrangers, findWayToImagine, hasTrigramSearch, listAdvisedTables, listOtherRelations } from '../statements/table.read-model.ts';
import { auditPlanning, auditStatement } from '../suggestions/index-audit.ts';
import type { Candidate } from './candidate.rules.ts';
import { reasonForNothing } from './nothing-offered.ts';
import { type Advice, findTable, type Judged, type Judging, judge, select, type Worthwhile } from './selection.ts';
import { createWhatIf, type Planned, refusalOf } from './what-if.repository.ts';

export interface AnalysisDependencies {
  readonly db: DatabasePool;
  /** For sessions of its own beside the pool's. */
  readonly connection: DatabaseConnection;
  /** Values that slow statements had lately. */
  readonly samples: StatementSamples;
  /** Whether indexes may be imagined by editing the catalogue. */
  readonly mayEditCatalogue: boolean;
}

/** What an analysis found. */
export interface Analysis {
  readonly advice: readonly Advice[];
  readonly statements: number;
  /** The fingerprints of all statements that were asked often enough to be judged. */
  readonly known: ReadonlySet<string>;
  /** Statements that the server could not plan, with what it had against them. */
  readonly unplanned: readonly LeftOut[];
  /** Those that hold nothing that an index could be thought of for. */
  readonly nothingFor: readonly LeftOut[];
  readonly leftOut: readonly LeftOut[];
  /** Those for which nobody can say what an index would gain. */
  readonly notEstimated: readonly string[];
  /** What would cost the writers more than it saves the readers. */
  readonly withheld: readonly Withheld[];
}

export interface Withheld {
  readonly candidate: Candidate;
  /** How many rows of its table are written in an hour. */
  readonly writesPerHour: number;
}

/** A statement that nothing is suggested for, as people may see it. */
export interface LeftOut {
  readonly reason: string;
  readonly statement: string;
}

export interface AnalysisSteps {
  readonly slowness?: Slowness;
  /** What statements had taken, by the server's id, when an index was made for them. */
  readonly countedAtCreation?: ReadonlyMap<string, Counted>;
  /** What people said that they do not want. */
  readonly ignored?: readonly Candidate[];
  /** How much was written to a table until when, by the table's number, oldest first. */
  readonly writes?: ReadonlyMap<number, readonly WriteCount[]>;
  readonly onProgress?: (done: number, total: number) => Promise<void>;
}

const MAX_COUNTED = 5_000;

/**
 * Reads what the server was asked, and finds the indexes that its planner would use. It plans statements and runs none.
 * @returns undefined where the server does not count statements
 */
export async function analyse({ db, connection, samples, mayEditCatalogue }: AnalysisDependencies, steps: AnalysisSteps = {}): Promise<Analysis | undefined> {
  const source = await openStatementSource(db);
  if (source !== 'ON') return undefined;
  const grammar = await loadGrammar();
  const counted = (await listCountedStatements(db, MAX_COUNTED)).map((one) => since(one, steps.countedAtCreation?.get(one.queryId)));
  const { slow, known } = slowStatements(counted, grammar, steps.slowness ?? USUAL_SLOWNESS);
  const whatIf = await createWhatIf(connection, { way: await findWayToImagine(db, { mayEditCatalogue }), showable: grammar.showable });
  try {
    const tables = await listAdvisedTables(db);
    const judging = {
      tables: tables.filter(({ foreignOwner }) => foreignOwner === null),
      whatIf,
      hasTrigrams: await hasTrigramSearch(db),
      ignored: steps.ignored ?? [],
    };
    const strangers = await findStrangers(db);
    const others = await listOtherRelations(db);
    const found = await judgeAll(slow, {
      judging,
      sampled: sampledStatements(samples, grammar),
      reasonFor: ({ parsed }) => reasonToLeaveOut(parsed, strangers),
      steps,
    });
    const suggested = (await select(found.judged, whatIf)).map((one) => withEstimate(one, whatIf.way === 'NONE'));
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

/** Where the server began anew meanwhile, all that it counted came since. */
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

/** Of tables that Stowage's role may make no index on nothing is suggested; that a slow statement reads one is told. */
function othersTables({ parsed, shown }: SlowStatement, tables: readonly AdvisedTable[]): LeftOut[] {
  const named = new Set(tablesOf(parsed).flatMap((name) => findTable(tables, name) ?? []));
  return [...named].flatMap(({ name, foreignOwner }) =>
    foreignOwner === null ? [] : [{ reason: `An index on ${name} needs ${foreignOwner}, who owns it, so none was thought of`, statement: shown }],
  );
}

/** Where the server counts, and nobody has made the view over it, it is made: at the first start beside the embedded server, else when somebody asks. */
export async function openStatementSource(db: DatabasePool): Promise<StatementSource> {
  const source = await findStatementSource(db);
  // A role that seems not to be allowed may still be, by whoever runs the database.
  if (source !== 'NOT_CREATED' && source !== 'NOT_ALLOWED') return source;
  await auditStatement({ db }, undefined, CREATE_STATEMENT_VIEW);
  return (await createStatementView(db)) ? findStatementSource(db) : source;
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
