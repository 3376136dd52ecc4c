import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { UPLOAD_PAGE_PATH } from '@stowage/contract/cases/cases';
import { live, ready } from '@stowage/contract/health';
import { PACK_PAGE_PATH } from '@stowage/contract/orders/order-photos';
import { DAMAGE_PAGE_PATH } from '@stowage/contract/purchasing/damage-photos';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { auditLogRoutes } from './features/audit-log/index.ts';
import { createCaseModule, createCaseWithdrawal } from './features/cases/index.ts';
import { catalogueRoutes, createIdentifyService } from './features/catalog/index.ts';
import { type ConnectionService, connectionRoutes } from './features/connection/index.ts';
import { createDashboard, vitalsRoutes } from './features/dashboard/index.ts';
import { createDocumentModule } from './features/documents/index.ts';
import { createFeeLookupService, feeLookupRoutes } from './features/fee-lookup/index.ts';
import { type AccessTokens, createAccessChanges, createAccessTokens, createIdentityModule, userSettingsRoutes } from './features/identity/index.ts';
import { createAccountChangeService } from './features/imports/index.ts';
import { createSuggestionService, indexAdvisorRoutes } from './features/index-advisor/index.ts';
import {
  adjustmentRoutes,
  auditRoutes,
  countRoutes,
  createAdjustmentService,
  createAuditService,
  createCountEntryService,
  createCountService,
  createLocationMasterService,
  createPostingService,
  createReportService,
  createScanService,
  createStockPageService,
  createStockValueService,
  createUnitService,
  findActiveLocation,
  inventoryRoutes,
  locationMasterRoutes,
  reportRoutes,
  stockPageRoutes,
} from './features/inventory/index.ts';
import { invoicingRoutes } from './features/invoicing/index.ts';
import { createJobService, type JobService, jobRoutes } from './features/jobs/index.ts';
import { createMailService, mailRoutes } from './features/mail/index.ts';
import { muteLinkRoutes, notificationRoutes } from './features/notifications/index.ts';
import { createOrderModule } from './features/orders/index.ts';
import { createPhotoModule, type PhotoFiles } from './features/photos/index.ts';
import { createPriceListService, priceListRoutes } from './features/price-lists/index.ts';
import {
  createBreakdownService,
  createFbaPriceService,
  createListingChangeService,
  createListingJobService,
  createMapComplianceService,
  createShipmentSalesService,
  createUndoService,
  type ListingJobService,
  mapComplianceRoutes,
  pricingRoutes,
} from './features/pricing/index.ts';
import { productRoutes } from './features/products/index.ts';
import { inboundRoutes, purchasingRoutes } from './features/purchasing/index.ts';
import { createGradeService, createLookupService, returnsRoutes } from './features/returns/index.ts';
import { createSearchService, searchRoutes } from './features/search/index.ts';
import type { MailTransport } from './integrations/mail/smtp.ts';
import type { FileStore } from './integrations/storage/file-store.ts';
import { AppError } from './platform/app-error.ts';
import type { Clock } from './platform/clock.ts';
import type { DB } from './platform/database/schema.generated.ts';
import type { StatementSamples } from './platform/database/statement-samples.ts';
import { serveApiDocument } from './platform/http/api-document.ts';
import { sendError, useErrorHandler } from './platform/http/error-handler.ts';
import { watchResponseTimes } from './platform/http/response-times.ts';
import { publicRoute } from './platform/http/route.ts';
import { useSecurityHeaders } from './platform/http/security.ts';
import { servePage, serveSinglePageApp } from './platform/http/single-page-app.ts';
import type { Logger } from './platform/logger.ts';
import type { NotifyBus } from './platform/realtime/notify-bus.ts';
import { serveTopics } from './platform/realtime/serve-topics.ts';
import { createTopics, type Topics } from './platform/realtime/topics.ts';
import type { Secrets } from './platform/secrets.ts';

export interface AppDependencies {
  readonly db: Kysely<DB>;
  readonly bus: NotifyBus;
  /** Shared with the job process where both are one process; else made here. */
  readonly topics?: Topics;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secrets: Pick<Secrets, 'accessTokenKey' | 'encryptionKey'>;
  readonly mail: { readonly transport: MailTransport | undefined; readonly publicAddress: string };
  readonly connection: ConnectionService;
  /** Where photos lie. */
  readonly photoFiles: PhotoFiles;
  /** Where the vendors' invoices lie. */
  readonly invoiceFiles: FileStore;
  /** Where the documents' own files lie. */
  readonly documentFiles: FileStore;
  /** What the index advisor plans statements with: sessions of its own, and values that they had lately. */
  readonly statements: { readonly connection: pg.ClientConfig; readonly samples: StatementSamples };
  /** What kind of database server it is, for the index advisor. */
  readonly databaseServer: { readonly isEmbedded: boolean; readonly mayEditCatalogue: boolean };
  /** Where `vite build` put the page; see `serveSinglePageApp()`. */
  readonly webFolder: string;
  readonly trustedProxies?: string[];
  /** How long a statement of the search may take, where it is not as long as usual. */
  readonly searchLimitMs?: number;
}

const BODY_LIMIT_BYTES = 1_048_576;
const COMPRESS_FROM_BYTES = 8_192;

/** The whole web application, ready to listen or to be called by a test. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  const { db, bus, clock, logger } = deps;
  const topics = deps.topics ?? createTopics(bus);
  const accessChanges = await createAccessChanges({ db, bus, clock });
  const accessTokens = createAccessTokens({ key: deps.secrets.accessTokenKey, clock, accessChanges });

  const isLocation = async (code: string) => (await findActiveLocation(db, { code })) !== undefined;
  const app = await createServer(deps, accessTokens);
  const responseTimes = watchResponseTimes(app);
  healthRoutes(app, db);
  createIdentityModule(app, { db, clock, logger, accessTokens, accessChanges, encryptionKey: deps.secrets.encryptionKey });
  mailRoutes(app, { db, service: createMailService({ db, ...deps.mail }), isKept: deps.mail.transport === undefined, publicAddress: deps.mail.publicAddress });
  notificationRoutes(app, { db });
  muteLinkRoutes(app, { db });
  auditLogRoutes(app, { db });
  stockRoutes(app, { db, clock, topics });
  productRoutes(app, { db, topics, marketplaces: deps.connection, isLocation });
  const photos = createPhotoModule({ db, clock, secret: deps.secrets.accessTokenKey });
  const { connection, photoFiles: files } = deps;
  purchasingRoutes(app, { db, clock, topics, files, photos });
  invoicingRoutes(app, {
    ...{ db, clock, topics, files: deps.invoiceFiles, canSend: deps.mail.transport !== undefined },
    ...{ photoFiles: files, addresses: photos.addresses },
  });
  returnsRoutes(app, {
    db,
    clock,
    topics,
    lookups: createLookupService({ db }),
    grades: createGradeService({ db, topics, cases: createCaseWithdrawal({ clock, topics }) }),
    isDemo: async () => (await deps.connection.state()).source === 'SIMULATOR',
  });
  createDocumentModule(app, { db, clock, logger, documentFiles: deps.documentFiles, invoiceFiles: deps.invoiceFiles, photoFiles: deps.photoFiles });
  inboundRoutes(app, { db, clock });
  createOrderModule(app, { db, clock, topics, marketplaces: connection, encryptionKey: deps.secrets.encryptionKey, files, photos });
  priceListRoutes(app, { db, service: createPriceListService({ db, filing: () => app.filing }) });
  mapComplianceRoutes(app, { db, clock, service: createMapComplianceService({ db }) });
  userSettingsRoutes(app, { db, isLocation });
  searchRoutes(app, createSearchService({ db, limitMs: deps.searchLimitMs }));
  const isDatabaseEmbedded = deps.databaseServer.isEmbedded;
  const closeDashboard = createDashboard(app, { db, clock, logger, topics, connection: deps.connection, responseTimes, isDatabaseEmbedded });
  const jobs = createJobService({ db, clock, topics });
  jobRoutes(app, { db, service: jobs });
  indexAdvisor(app, { ...deps, topics }, jobs);
  const marketplaces = deps.connection;
  const listingJobs = pricing(app, { ...deps, topics });
  const accounts = createAccountChangeService({ db, clock, marketplaces, jobs });
  connectionRoutes(app, { service: deps.connection, onChanged: accounts.follow, onConnected: jobs.startAll });
  feeLookupRoutes(app, { db, clock, service: createFeeLookupService({ db, clock, marketplaces: deps.connection }) });
  vitalsRoutes(app, { db, clock });
  createCaseModule(app, { db, clock, topics, marketplaces, files, photos });

  await serveApiDocument(app);
  for (const path of [UPLOAD_PAGE_PATH, PACK_PAGE_PATH, DAMAGE_PAGE_PATH])
    servePage(app, { folder: deps.webFolder, file: 'upload.html', path, onShown: photos.links.identify });
  await serveSinglePageApp(app, deps.webFolder);
  const closeTopics = serveTopics(app.server, { authenticate: accessTokens.authenticate, topics, onAccessChange: accessChanges.onChange });
  app.addHook('preClose', async () => {
    accessChanges.close();
    closeDashboard();
    listingJobs.close();
    closeTopics();
  });
  return app;
}

/** What all calls have in common: how they are read, answered, refused and protected. */
async function createServer({ clock, logger, trustedProxies }: AppDependencies, { authenticate }: AccessTokens): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies?.length ? trustedProxies : false,
    forceCloseConnections: 'idle',
    // Addresses that can't be decoded fail before any route; they get the same shape as every failure.
    frameworkErrors: (error, request, reply) => void sendError(new AppError('invalid_input', error.message), request, reply),
  });
  app.decorate('authenticate', authenticate);
  app.decorate('registeredRoutes', []);
  app.decorate('filing', null);
  app.decorate('clock', clock);
  readJsonBodies(app);
  useErrorHandler(app, logger);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await useSecurityHeaders(app);
  await app.register(compress, { encodings: ['gzip'], threshold: COMPRESS_FROM_BYTES });
  return app;
}

function indexAdvisor(app: FastifyInstance, deps: AppDependencies & { topics: Topics }, jobs: JobService): void {
  const { db, clock, topics, statements, databaseServer: server } = deps;
  indexAdvisorRoutes(app, { db, clock, server, service: createSuggestionService({ db, clock, topics, jobs, ...statements }) });
}

function pricing(app: FastifyInstance, { db, clock, topics, connection: marketplaces }: AppDependencies & { topics: Topics }): ListingJobService {
  const jobs = createListingJobService({ db, clock, topics, marketplaces });
  pricingRoutes(app, {
    db,
    clock,
    jobs,
    changes: createListingChangeService({ db }),
    undos: createUndoService({ db, clock, jobs }),
    fbaPrices: createFbaPriceService({ db, clock, marketplaces, jobs }),
    shipmentSales: createShipmentSalesService({ db, clock, marketplaces }),
    breakdowns: createBreakdownService({ db, clock }),
  });
  return jobs;
}

/** What is in stock, and everything that is done with it. */
function stockRoutes(app: FastifyInstance, { db, clock, topics }: { db: Kysely<DB>; clock: Clock; topics: Topics }): void {
  const isLocation = async (code: string) => (await findActiveLocation(db, { code })) !== undefined;
  catalogueRoutes(app, createIdentifyService({ db, isLocation }));
  locationMasterRoutes(app, { db, locations: createLocationMasterService({ db, topics }) });
  const units = createUnitService({ db, topics });
  inventoryRoutes(app, { db, scans: createScanService({ db, topics }), units });
  auditRoutes(app, { db, audits: createAuditService({ db, topics }) });
  countRoutes(app, {
    db,
    clock,
    counts: createCountService({ db, clock, topics }),
    entries: createCountEntryService({ db, clock, topics }),
    postings: createPostingService({ db, clock, topics }),
  });
  const reports = createReportService({ db });
  reportRoutes(app, { db, clock, reports, values: createStockValueService({ db, clock }), units });
  adjustmentRoutes(app, { db, reports, units, adjustments: createAdjustmentService({ db, topics }) });
  stockPageRoutes(app, { db, stock: createStockPageService({ db }) });
}

function healthRoutes(app: FastifyInstance, db: Kysely<DB>): void {
  publicRoute(app, live, async () => ({ status: 'ok' }));
  publicRoute(app, ready, async () => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ok' };
    } catch {
      throw new AppError('internal', 'The database does not answer', { status: 503 });
    }
  });
}

/** What a mail program sends to unsubscribe, as a form: it says nothing that the address does not (RFC 8058). */
function isOneClick(body: string): boolean {
  return body.length < 500 && /(^|")List-Unsubscribe("\s+|=)One-Click\s*/.test(body);
}

/** Many calls of the specification have no payload, yet are sent as JSON. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    void parse(request, body as string, (error, parsed) => {
      // Looked for only where the text hints at it: walking through every body would cost every call.
      if (error === null && HINTS_AT_UNSTORABLE.test(body as string) && holdsUnstorable(parsed)) done(unstorable());
      else done(error, parsed);
    });
  });
  // Some clients name a type of their own though they send nothing.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '' || isOneClick(body as string)) done(null, undefined);
    else done(new AppError('invalid_input', 'Send JSON, with the content type application/json', { status: 415 }));
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw unstorable();
  });
}

const HINTS_AT_UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => UNSTORABLE.test(key) || holdsUnstorable(part));
}

/** PostgreSQL's text holds every character but NUL, and no half of one. */
function unstorable(): AppError {
  return new AppError('invalid_input', 'The character NUL and halves of characters are not accepted');
}
