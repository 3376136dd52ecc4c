import { STARTABLE_JOBS, type StartableJob } from '@stowage/contract/jobs/jobs';
import type { TableRow } from '../../../integrations/marketplace/formats/report-table.ts';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { connected, needsAccount } from '../../connection/index.ts';
import type { Filing } from '../../documents/filing/index.ts';
import { identifyUnknown } from '../../inventory/index.ts';
import type { Job } from '../../jobs/index.ts';
import { recordMissingListings } from '../../pricing/index.ts';
import type { ImportCounts } from '../import-counts.ts';
import { type ImportOptions, importRows, type RowImport } from '../import-rows.ts';
import { saveReimbursements, saveRemovals, saveReturns } from './fba-event.repository.ts';
import { closeInventory, saveInventory } from './fba-inventory.repository.ts';
import { importReport, type ReportImport } from './import-report.ts';
import { saveListings } from './marketplace-listing.repository.ts';
import { type ReportKeys, startReportKeys } from './report-keys.repository.ts';
import {
  parseInventory,
  parseListing,
  parseReimbursement,
  parseRemoval,
  parseReturn,
  type ReimbursementRow,
  type RemovalRow,
  type ReturnRow,
} from './report-row.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  /** Stores the original reports as documents. */
  readonly filing?: Filing;
}

interface ScheduledImport extends ReportImport {
  readonly kind: StartableJob;
  readonly cron: string;
}

/** The imports from the marketplace's reports. */
export function reportImportJobs({ db, clock, marketplaces, topics, filing }: Dependencies): Job[] {
  return reportImports({ db, clock, topics }).map((definition) => ({
    kind: definition.kind,
    title: STARTABLE_JOBS[definition.kind],
    cron: definition.cron,
    isWanted: needsAccount(marketplaces),
    run: async (_, context) => importReport(definition, { marketplace: await connected(marketplaces, context), clock, context, filing }),
  }));
}

/** What each report holds, when it is imported, and how its rows are saved. */
function reportImports({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>): readonly ScheduledImport[] {
  /** Identifies units that were scanned before their listing was imported. */
  const identify = async (context: ImportOptions['context']) => {
    const units = await identifyUnknown({ db, topics });
    if (units > 0) await context.log('INFO', [`${units} scanned units were identified`]);
    await context.progress({ output: { 'Units identified': units } });
  };
  return [
    {
      kind: 'import-listings',
      cron: '10 */4 * * *',
      report: 'listings',
      windows: 0,
      read: async (rows, { requestedAt, ...options }) => {
        const { counts, found: gone } = await importSnapshot(db, rows, options, {
          kind: 'listings',
          skuColumn: 'seller-sku',
          parse: parseListing,
          save: (batch) => saveListings(db, batch, requestedAt),
          close: (tx, keys) => recordMissingListings(tx, requestedAt, keys.has),
        });
        if (gone > 0) await options.context.log('INFO', [`${gone} listings are no longer on the marketplace`]);
        await options.context.progress({ output: { 'Listings gone from the marketplace': gone } });
        await identify(options.context);
        return counts;
      },
    },
    {
      kind: 'import-inventory',
      cron: '40 */4 * * *',
      report: 'fbaInventory',
      windows: 0,
      read: async (rows, options) => {
        const { counts, found: ambiguous } = await importSnapshot(db, rows, options, {
          kind: 'inventory',
          skuColumn: 'sku',
          parse: parseInventory,
          save: (batch) => saveInventory(db, batch),
          close: (tx, keys) => closeInventory(tx, clock.now(), keys.has),
        });
        if (ambiguous > 0) await options.context.log('INFO', [`${ambiguous} FNSKUs belong to several SKUs`]);
        await options.context.progress({ output: { 'FNSKUs that name several SKUs': ambiguous } });
        await identify(options.context);
        return counts;
      },
    },
    {
      kind: 'import-removals',
      cron: '20 4 * * *',
      report: 'removalShipments',
      windows: 2,
      read: (rows, options) => {
        const keyOf = (row: RemovalRow) => [row.orderId, row.trackingNumber, row.sku, row.fnsku, row.disposition, row.shippedAt].join(' / ');
        return importEvents(db, rows, { kind: 'removals', parse: parseRemoval, keyOf, save: (batch) => saveRemovals(db, batch) }, options);
      },
    },
    {
      kind: 'import-returns',
      cron: '25 4 * * *',
      report: 'customerReturns',
      windows: 2,
      read: (rows, options) => {
        const keyOf = (row: ReturnRow) => [row.orderId, row.sku, row.fnsku, row.lpn, row.returnedAt].join(' / ');
        return importEvents(db, rows, { kind: 'returns', parse: parseReturn, keyOf, save: (batch) => saveReturns(db, batch) }, options);
      },
    },
    {
      kind: 'import-reimbursements',
      cron: '30 4 * * *',
      report: 'reimbursements',
      windows: 2,
      read: (rows, options) => {
        const keyOf = (row: ReimbursementRow) => [row.reimbursementId, row.sku, row.fnsku].join(' / ');
        return importEvents(db, rows, { kind: 'reimbursements', parse: parseReimbursement, keyOf, save: (batch) => saveReimbursements(db, batch) }, options);
      },
    },
  ];
}

interface Snapshot<Row> extends Pick<RowImport<Row>, 'parse' | 'save'> {
  readonly kind: string;
  readonly skuColumn: string;
  /** Runs when all rows are saved. @returns how many records it found */
  readonly close: (tx: DatabaseTransaction, keys: ReportKeys) => Promise<number>;
}

/** Imports a report of everything that there is, so that the records that it lacks are known. */
async function importSnapshot<Row extends { readonly sku: string }>(
  db: DatabasePool,
  rows: AsyncIterable<TableRow>,
  options: ImportOptions,
  { kind, skuColumn, parse, save, close }: Snapshot<Row>,
): Promise<{ counts: ImportCounts; found: number }> {
  const keys = startReportKeys(db, kind);
  const counts = await importRows(rows, { parse, keys, keyOf: ({ sku }) => sku, ofRejected: { column: skuColumn, keys }, save }, options);
  // A report with mostly invalid rows does not show which records are missing.
  const found = keys.count() > counts.rejected ? await keys.whenComplete((tx) => close(tx, keys)) : 0;
  await keys.forgetOthers();
  return { counts, found };
}

/** Imports a window of events, whose keys only this window has. */
async function importEvents<Row>(
  db: DatabasePool,
  rows: AsyncIterable<TableRow>,
  reading: Omit<RowImport<Row>, 'keys'> & { readonly kind: string },
  options: ImportOptions,
): Promise<ImportCounts> {
  const { kind, ...rest } = reading;
  const keys = startReportKeys(db, kind);
  const counts = await importRows(rows, { ...rest, keys }, options);
  await keys.forgetOthers();
  return counts;
}
