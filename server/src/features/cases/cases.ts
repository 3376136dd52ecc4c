import { UPLOAD_PAGE_PATH } from '@stowage/contract/cases/cases';
import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Filing } from '../documents/index.ts';
import type { PhotoServices } from '../photos/index.ts';
import type { CaseDependencies } from './case-dependencies.ts';
import { dueClaimsTask } from './claims/due-claims.task.ts';
import { matchReimbursementsJob } from './claims/match-reimbursements.job.ts';
import { createEvidenceService } from './evidence/evidence.service.ts';
import { photoRoutes } from './photos/photo.routes.ts';
import { caseRoutes } from './review/case.routes.ts';
import { caseActions } from './review/case-actions.ts';
import { caseSettingsRoutes } from './review/case-settings.routes.ts';

interface Dependencies extends Pick<CaseDependencies, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  readonly photos: PhotoServices;
  readonly filing: Filing;
}

export function createCases({ photos, ...rest }: Dependencies) {
  const deps = { ...rest, ...photos };
  return {
    bulkActions: caseActions(deps),
    routes(app: FastifyInstance) {
      caseRoutes(app, deps);
      caseSettingsRoutes(app, deps);
      photoRoutes(app, { ...deps, evidence: createEvidenceService(deps) });
    },
    tasks: [dueClaimsTask(deps)],
    jobs: [matchReimbursementsJob(deps)],
    pages: [photos.phonePage(UPLOAD_PAGE_PATH)],
  };
}
