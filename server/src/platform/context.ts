import type { Clock } from './clock.ts';
import type { DatabasePool } from './database/connection/connect.ts';
import type { Logger } from './logger.ts';
import type { Topics } from './realtime/topics.ts';

/** What nearly every feature works with. Each takes its part: `Pick<Context, 'db' | 'clock'>`. */
export interface Context {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly logger: Logger;
}
