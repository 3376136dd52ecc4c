import * as contract from '@stowage/contract/index-advisor/index-advisor';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database, DatabaseOwner } from '../../platform/database/connection/connect.ts';
import { route } from '../../platform/http/route.ts';
import { isKindOpen } from '../jobs/index.ts';
import { findStatementSource } from './statements/statement.read-model.ts';
import { findHypotheticalMethod } from './statements/table.read-model.ts';
import { findLastAnalysis, findStatisticsSince, listDuplicates, listUnused, unusedBefore } from './suggestions/overview.read-model.ts';
import { countByStatus, findRunning, listSuggestions } from './suggestions/suggestion.read-model.ts';
import type { SuggestionService } from './suggestions/suggestion.service.ts';

const manage = { permission: 'indexes.manage' } as const;

interface Dependencies {
  readonly db: Database;
  readonly owner: DatabaseOwner;
  readonly clock: Clock;
  readonly service: SuggestionService;
  /** Whether the database is Stowage's own, and whether its system catalog may be edited. */
  readonly server: { readonly isEmbedded: boolean; readonly mayEditCatalog: boolean };
}

export function indexAdvisorRoutes(app: FastifyInstance, { db, owner, clock, service, server }: Dependencies): void {
  route(app, contract.listSuggestions, manage, async ({ query: { status } }) => {
    await service.closeEnded();
    const running = await findRunning(db);
    const suggestions = await listSuggestions(db, status === 'ALL' ? undefined : status);
    return { suggestions, indexCreationInProgress: running !== null, currentlyRunningIndex: running };
  });

  route(app, contract.getIndexStats, manage, async () => {
    const { PENDING = 0, COMPLETED = 0, FAILED = 0, IGNORED = 0 } = await countByStatus(db);
    return { pendingCount: PENDING, completedCount: COMPLETED, failedCount: FAILED, ignoredCount: IGNORED };
  });

  route(app, contract.analyzeQueries, manage, async (_input, { caller }) => {
    await service.analyze(caller.userId);
    return { success: true, message: 'Analysis triggered successfully' };
  });

  route(app, contract.createIndex, manage, async ({ params }, { caller }) => {
    await service.create(params.id, caller.userId);
    return { success: true, message: 'Index creation started successfully' };
  });

  route(app, contract.ignoreSuggestion, manage, async ({ params }) => {
    await service.ignore(params.id);
    return { success: true, message: 'Suggestion marked as ignored' };
  });

  route(app, contract.retrySuggestion, manage, async ({ params }) => {
    await service.retry(params.id);
    return { success: true, message: 'Suggestion is pending again' };
  });

  route(app, contract.measureGain, manage, async ({ params }) => {
    const { percent, note } = await service.measure(params.id);
    return { success: true, measuredImprovementPercent: percent, measureNote: note };
  });

  route(app, contract.getIndexOverview, manage, async () => {
    const since = await findStatisticsSince(db);
    const before = unusedBefore(clock.now());
    const isOldEnough = since !== null && since <= before;
    return {
      source: await findStatementSource(db, owner.db),
      isEmbedded: server.isEmbedded,
      estimatedBy: await findHypotheticalMethod({ db, owner }, server),
      statisticsSince: since?.toISOString() ?? null,
      isOldEnough,
      unused: isOldEnough ? await listUnused(db, before) : [],
      duplicates: await listDuplicates(db),
      isAnalyzing: await isKindOpen(db, 'analyze-queries'),
      lastAnalysis: await findLastAnalysis(db),
    };
  });
}
