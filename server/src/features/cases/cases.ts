import { UPLOAD_PAGE_PATH } from '@stowage/contract/cases/cases';
import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoServices } from '../photos/index.ts';
import { dueClaimsTask } from './claims/due-claims.task.ts';
import { matchReimbursementsJob } from './claims/match-reimbursements.job.ts';
import { createEvidenceService } from './evidence/evidence.service.ts';
import { photoRoutes } from './photos/photo.routes.ts';
import { caseRoutes } from './review/case.routes.ts';
import { createCaseService } from './review/case.service.ts';
import { createCaseCreationService } from './review/case-creation.service.ts';
import { caseSettingsRoutes } from './review/case-settings.routes.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
  readonly photos: PhotoServices;
  readonly filing: Filing;
}

export function createCases({ photos, ...rest }: Dependencies) {
  const deps = { ...rest, ...photos };
  return {
    routes(app: FastifyInstance) {
      caseRoutes(app, { ...deps, cases: createCaseService(deps), creation: createCaseCreationService(deps) });
      caseSettingsRoutes(app, deps);
      photoRoutes(app, { ...deps, evidence: createEvidenceService(deps) });
    },
    tasks: [dueClaimsTask(deps)],
    jobs: [matchReimbursementsJob(deps)],
    pages: [photos.phonePage(UPLOAD_PAGE_PATH)],
  };
}
