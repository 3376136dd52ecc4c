import { reasonToLeaveOut } from '../statements/left-out.rules.ts';
import { sampledStatements } from '../statements/sampled-statements.ts';
import { loadGrammar } from '../statements/statement-text.ts';
import { findForeignNames } from '../statements/table.read-model.ts';
import { auditPlanning } from '../suggestions/index-audit.ts';
import type { AnalysisDependencies } from './analysis.service.ts';
import { createWhatIf, refusedByServer } from './what-if.repository.ts';

/** Checks whether the planner uses an existing index. */
export interface PlanUse {
  /**
   * @param text the statement from the server's statistics; it is planned, never run
   * @returns undefined when the statement can't be planned
   */
  isIn(fingerprint: string, text: string | undefined, indexName: string): Promise<boolean | undefined>;
  /** Writes the planned statements to the audit log. */
  end(): Promise<void>;
}

type PlanUseDependencies = Pick<AnalysisDependencies, 'db' | 'connection' | 'owner' | 'samples'>;

export async function createPlanUse({ db, connection, owner, samples }: PlanUseDependencies): Promise<PlanUse> {
  const grammar = await loadGrammar();
  const sampled = sampledStatements(samples, grammar);
  const foreign = await findForeignNames(db);
  const whatIf = await createWhatIf({ connection, owner }, { method: 'NONE', showable: grammar.showable });
  return {
    async isIn(fingerprint, text, indexName) {
      const planned = sampled.get(fingerprint) ?? (text === undefined ? undefined : { text, values: undefined });
      const read = planned && grammar.read(planned.text);
      if (planned === undefined || read === undefined || reasonToLeaveOut(read.statement, foreign) !== undefined) return undefined;
      return (await whatIf.plan(planned, []).catch(refusedByServer))?.indexNames.has(indexName);
    },
    end: () => auditPlanning(db, whatIf.sent()),
  };
}
