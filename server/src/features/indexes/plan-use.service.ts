import type { AnalysisDependencies } from './analysis.service.ts';
import { auditPlanning } from './index-audit.ts';
import { reasonToLeaveOut } from './left-out.rules.ts';
import { sampledStatements } from './sampled-statements.ts';
import { loadGrammar } from './statement-text.ts';
import { findStrangers } from './table.read-model.ts';
import { createWhatIf, refusedByServer } from './what-if.repository.ts';

/** Tells whether the planner uses an index that is there. */
export interface PlanUse {
  /**
   * @param text the statement as the server keeps it; it is planned, never run
   * @returns undefined where it can't be planned
   */
  isIn(fingerprint: string, text: string | undefined, indexName: string): Promise<boolean | undefined>;
  /** Writes down what was asked. */
  end(): Promise<void>;
}

export async function createPlanUse({ db, connection, samples }: Pick<AnalysisDependencies, 'db' | 'connection' | 'samples'>): Promise<PlanUse> {
  const grammar = await loadGrammar();
  const sampled = sampledStatements(samples, grammar);
  const strangers = await findStrangers(db);
  const whatIf = await createWhatIf(connection, { way: 'NONE', showable: grammar.showable });
  return {
    async isIn(fingerprint, text, indexName) {
      const planned = sampled.get(fingerprint) ?? (text === undefined ? undefined : { text, values: undefined });
      const read = planned && grammar.read(planned.text);
      if (planned === undefined || read === undefined || reasonToLeaveOut(read.statement, strangers) !== undefined) return undefined;
      return (await whatIf.plan(planned, []).catch(refusedByServer))?.indexNames.has(indexName);
    },
    end: () => auditPlanning(db, whatIf.sent()),
  };
}
