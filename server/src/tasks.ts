import type { Kysely } from 'kysely';
import type pg from 'pg';
import { dueClaimsTask, matchReimbursementsJob } from './features/cases/index.ts';
import { addUpDashboardTask, slowFiguresTask } from './features/dashboard/index.ts';
import { createFiling, purgeDocumentsTask } from './features/documents/index.ts';
import { purgeFeesTask } from './features/fee-lookup/index.ts';
import { purgeSessionsTask } from './features/identity/index.ts';
import { importJobs } from './features/imports/index.ts';
import { indexJobs } from './features/index-advisor/index.ts';
import { addUpSumsTask, overdueCreditsTask } from './features/invoicing/index.ts';
import { createJobService, purgeJobsTask, runJobTask, scheduleTasks } from './features/jobs/index.ts';
import { purgeMailsTask } from './features/mail/index.ts';
import { digestTask, purgeNotificationsTask } from './features/notifications/index.ts';
import { confirmShipmentTask, createReservationService, dueShipmentsTask, orderAlertsTask, purgeRecipientsTask, reconcileTask } from './features/orders/index.ts';
import { type PhotoFiles, purgePhotosTask } from './features/photos/index.ts';
import { purgeUploadsTask } from './features/price-lists/index.ts';
import { listingJobs } from './features/pricing/index.ts';
import { purgePoUploadsTask } from './features/purchasing/index.ts';
import type { MarketplaceSource } from './integrations/marketplace/marketplace.ts';
import type { FileStore } from './integrations/storage/file-store.ts';
import type { Clock } from './platform/clock.ts';
import type { DB } from './platform/database/schema.generated.ts';
import type { StatementSamples } from './platform/database/statement-samples.ts';
import type { Task } from './platform/jobs/task.ts';
import type { Logger } from './platform/logger.ts';
import type { Topics } from './platform/realtime/topics.ts';

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
  readonly photoFiles: PhotoFiles;
  readonly documentFiles: FileStore;
  /** For sessions beside the pool's. */
  readonly connection: pg.ClientConfig;
  readonly samples: StatementSamples;
  readonly mayEditCatalogue: boolean;
}

/** Every kind of job that the job process runs. */
export function allTasks(deps: Dependencies): readonly Task[] {
  const filing = createFiling({ ...deps, files: deps.documentFiles });
  const jobs = [...importJobs({ ...deps, filing }), ...listingJobs(deps), matchReimbursementsJob(deps), ...indexJobs(deps)];
  return [
    purgeSessionsTask(deps),
    purgeJobsTask(deps),
    purgeMailsTask(deps),
    digestTask(deps),
    purgeNotificationsTask(deps),
    purgeUploadsTask(deps),
    purgePoUploadsTask(deps),
    addUpSumsTask(deps),
    addUpDashboardTask(deps),
    slowFiguresTask(deps),
    purgeDocumentsTask(deps),
    overdueCreditsTask(deps),
    purgeFeesTask(deps),
    dueClaimsTask(deps),
    purgePhotosTask({ ...deps, files: deps.photoFiles }),
    reconcileTask({ reservations: createReservationService(deps) }),
    confirmShipmentTask(deps),
    dueShipmentsTask(deps),
    orderAlertsTask(deps),
    purgeRecipientsTask(deps),
    runJobTask({ ...deps, jobs }) as unknown as Task,
    ...scheduleTasks(jobs, createJobService(deps)),
  ];
}
