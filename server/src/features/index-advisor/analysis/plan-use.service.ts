import { reasonToLeaveOut } from '../statements/left-out.rules.ts';
import { sampledStatements } from '../statements/sampled-statements.ts';
import { loadGrammar } from '../statements/statement-text.ts';
import { findStrangers } from '../statements/table.read-model.ts';
import { auditPlanning } from '../suggestions/index-audit.ts';
import type { AnalysisDependencies } from './analysis.service.ts';
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
