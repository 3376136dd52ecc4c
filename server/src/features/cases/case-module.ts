import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { caseRoutes } from './case.routes.ts';
import { createCaseService } from './case.service.ts';
import { createCaseCreationService } from './case-creation.service.ts';
import { caseSettingsRoutes } from './case-settings.routes.ts';
import { createEvidenceService } from './evidence/evidence.service.ts';
import { createLinkService, type LinkService } from './photos/link.service.ts';
import { createLinkTokens } from './photos/link-token.ts';
import { photoRoutes } from './photos/photo.routes.ts';
import { createPhotoAddresses } from './photos/photo-address.ts';
import type { PhotoFiles } from './photos/photo-files.ts';
import { createUploadService } from './photos/upload.service.ts';

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
  readonly files: PhotoFiles;
  /** What the installation's tokens are signed with; keys of our own are made from it. */
  readonly secret: string;
}

/** Everything about cases. @returns what makes a phone known that opens the page for photos */
export function createCaseModule(app: FastifyInstance, { secret, ...deps }: Dependencies): Pick<LinkService, 'know'> {
  const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest('hex');
  const addresses = createPhotoAddresses({ key: keyFor('photo addresses'), clock: deps.clock });
  const links = createLinkService({ ...deps, tokens: createLinkTokens(keyFor('links for photos')) });
  const cases = createCaseService({ ...deps, links, addresses });
  caseRoutes(app, { ...deps, cases, creation: createCaseCreationService({ ...deps, links }) });
  caseSettingsRoutes(app, deps);
  const uploads = createUploadService({ ...deps, links, addresses });
  photoRoutes(app, { ...deps, links, uploads, addresses, evidence: createEvidenceService({ ...deps, addresses }) });
  return links;
}
