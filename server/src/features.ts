import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import { createDemo, hasDemoData } from './demo/index.ts';
import { createArchives } from './features/archives/index.ts';
import { createAuditLog } from './features/audit-log/index.ts';
import { createBackups } from './features/backups/index.ts';
import { type BulkAction, createBulk } from './features/bulk/index.ts';
import { createCases, createCaseWithdrawal } from './features/cases/index.ts';
import { createCatalog } from './features/catalog/index.ts';
import { createConnection, createConnectionService } from './features/connection/index.ts';
import { createDashboard } from './features/dashboard/index.ts';
import { createDocuments } from './features/documents/index.ts';
import { createFeeLookup } from './features/fee-lookup/index.ts';
import { createIdentity } from './features/identity/index.ts';
import { createAccountChangeService, createImports } from './features/imports/index.ts';
import { createIndexAdvisor } from './features/index-advisor/index.ts';
import { createInventory } from './features/inventory/index.ts';
import { createInvoicing } from './features/invoicing/index.ts';
import { createJobs, type Job } from './features/jobs/index.ts';
import { createMail } from './features/mail/index.ts';
import { type ChangeReader, type ChangeWaker, createMarketplaceEvents } from './features/marketplace-events/index.ts';
import { createNotifications } from './features/notifications/index.ts';
import { createOrders } from './features/orders/index.ts';
import { createPhotos } from './features/photos/index.ts';
import { createPriceLists } from './features/price-lists/index.ts';
import { createPricing } from './features/pricing/index.ts';
import { createProducts } from './features/products/index.ts';
import { createPurchasing } from './features/purchasing/index.ts';
import { createReturns } from './features/returns/index.ts';
import { createSearch } from './features/search/index.ts';
import { createSpreadsheets } from './features/spreadsheets/index.ts';
import type { AreaFileKind, SpreadsheetKind } from './features/spreadsheets/kinds/index.ts';
import { createWebhooks } from './features/webhooks/index.ts';
import { FILE_FOLDERS } from './file-folders.ts';
import type { PhonePage } from './platform/http/page/single-page-app.ts';
import { createResponseTimes } from './platform/http/response-times.ts';
import type { Task } from './platform/jobs/task.ts';
import { createRecordFiles } from './record-files.ts';
import { createUpkeep } from './upkeep/upkeep.ts';

/** The parts of a feature. `app.ts` and `run-jobs.ts` loop over the list of features. */
export interface Feature {
  /** Registers its calls. */
  readonly routes?: (app: FastifyInstance) => void;
  /** Tasks of the queue, on demand or on a schedule. */
  readonly tasks?: readonly Task[];
  /** Long work that people see under Jobs. */
  readonly jobs?: readonly Job[];
  /** Its actions for many records. */
  readonly bulkActions?: readonly BulkAction[];
  /** The kinds of records that a spreadsheet can bring in. */
  readonly spreadsheetKinds?: readonly SpreadsheetKind[];
  /** The kinds of files that it applies itself and can undo. */
  readonly areaFiles?: readonly AreaFileKind[];
  /** How it reads single records again that changed on the marketplace. */
  readonly changeReaders?: readonly ChangeReader[];
  /** How it continues jobs that wait for the marketplace. */
  readonly changeWakers?: readonly ChangeWaker[];
  /** Pages next to the single-page app. */
  readonly pages?: readonly PhonePage[];
  /** Starts work outside the queue in a process that runs jobs. @returns a function that stops it */
  readonly start?: () => () => Promise<void>;
  /** Releases its resources before the database closes. */
  readonly close?: () => void | Promise<void>;
}

/** Creates every feature once per process, in the order of their dependencies. */
export async function createFeatures(context: AppContext) {
  const { db, clock, topics, secrets } = context;
  const responseTimes = createResponseTimes();
  const jobs = createJobs(context);
  const photos = createPhotos(context);
  const inventory = createInventory(context);
  const { isLocation } = inventory;
  const identity = await createIdentity({ ...context, isLocation });
  const marketplaces = createConnectionService({
    ...context,
    ...context.marketplace,
    encryptionKey: secrets.encryptionKey,
    hasDemoData: () => hasDemoData(db),
  });
  const accounts = createAccountChangeService({ db, clock, marketplaces, jobs: jobs.service });
  const documents = createDocuments({ ...context, readElsewhere: createRecordFiles({ ...context, photoFiles: photos.files }) });
  const { filing } = documents;
  const backups = createBackups({ ...context, fileFolders: FILE_FOLDERS });
  const areas: readonly Feature[] = [
    identity,
    createConnection({ service: marketplaces, onChanged: accounts.follow, onConnected: jobs.service.startAll }),
    createMail(context),
    createNotifications(context),
    createAuditLog(context),
    createArchives(context),
    backups,
    createCatalog({ ...context, isLocation }),
    inventory,
    createProducts({ ...context, marketplaces, isLocation }),
    photos,
    createPurchasing({ ...context, photos, filing }),
    createInvoicing({ ...context, photos, filing }),
    createReturns({ ...context, cases: createCaseWithdrawal({ clock, topics }), isSimulator: async () => (await marketplaces.state()).source === 'SIMULATOR' }),
    documents,
    createOrders({ ...context, marketplaces, photos }),
    createCases({ ...context, marketplaces, photos, filing }),
    createPriceLists({ ...context, filing }),
    createPricing({ ...context, marketplaces, filing }),
    createFeeLookup({ ...context, marketplaces }),
    createImports({ ...context, marketplaces, filing }),
    createIndexAdvisor({ ...context, jobs: jobs.service }),
    createSearch(context),
    createWebhooks(context),
    createDashboard({ ...context, connection: marketplaces, hasDemoData: () => hasDemoData(db), responseTimes, backups }),
    jobs,
    createDemo(context),
    createUpkeep(context),
  ];
  const features: readonly Feature[] = [
    ...areas,
    createEvents(context, marketplaces, areas),
    createBulk({ ...context, actions: areas.flatMap(({ bulkActions = [] }) => bulkActions) }),
    createSpreadsheets({ ...context, filing, ...filesOf(areas) }),
  ];
  return { features, identity, marketplaces, accounts, jobs, responseTimes };
}

/** The kinds of files that areas offer. */
function filesOf(areas: readonly Feature[]) {
  return {
    kinds: areas.flatMap(({ spreadsheetKinds = [] }) => spreadsheetKinds),
    areaFiles: areas.flatMap(({ areaFiles = [] }) => areaFiles),
  };
}

/** Reads the records again that the marketplace reports as changed, by the areas' readers. */
function createEvents(context: AppContext, marketplaces: ReturnType<typeof createConnectionService>, areas: readonly Feature[]): Feature {
  return createMarketplaceEvents({
    ...context,
    ...context.marketplace,
    configured: context.marketplace.queue,
    encryptionKey: context.secrets.encryptionKey,
    marketplaces,
    findSimulator: marketplaces.findSimulator,
    readers: areas.flatMap(({ changeReaders = [] }) => changeReaders),
    wakers: areas.flatMap(({ changeWakers = [] }) => changeWakers),
  });
}

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** All tasks of the queue, those that run and schedule the features' jobs included. */
export function tasksOf({ features, jobs }: Pick<Features, 'features' | 'jobs'>): readonly Task[] {
  return [...features.flatMap(({ tasks = [] }) => tasks), ...jobs.tasksFor(features.flatMap((feature) => feature.jobs ?? []))];
}
