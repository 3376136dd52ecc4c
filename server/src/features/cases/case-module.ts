import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { PhotoFiles, PhotoModule } from '../photos/index.ts';
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
  readonly files: PhotoFiles;
  readonly photos: PhotoModule;
}

/** Everything about cases. */
export function createCaseModule(app: FastifyInstance, { photos, ...deps }: Dependencies): void {
  const cases = createCaseService({ ...deps, ...photos });
  caseRoutes(app, { ...deps, cases, creation: createCaseCreationService({ ...deps, ...photos }) });
  caseSettingsRoutes(app, deps);
  photoRoutes(app, { ...deps, ...photos, evidence: createEvidenceService({ ...deps, ...photos }) });
}
