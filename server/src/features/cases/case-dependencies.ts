import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { LinkService, PhotoAddresses } from '../photos/index.ts';

/** What every use case that changes a case needs. */
export interface CaseDependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly links: LinkService;
  readonly addresses: PhotoAddresses;
}
