import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportAuditLogJson } from '@stowage/contract/audit-log/audit-log';
import { BACKWARDS, inOrder } from '@stowage/contract/formats/day';
import type { AppContext } from '../app-context.ts';
import { auditJsonLines, verifyChain } from '../features/audit-log/index.ts';
import { countLedgerDifferences, verifyLedger } from '../features/inventory/index.ts';
import { type Given, UsageError } from './line/command.ts';
import { withPlatform } from './with-platform.ts';

/** `stowage audit verify` */
export const verify = () =>
  withPlatform(async (context) => {
    const codes = [await verifyAudit(context, console.log), await verifyStock(context, console.log)];
    return Math.max(...codes);
  });

/** `stowage audit export` */
export async function exportDays({ text }: Given): Promise<number> {
  const days = readDays({ from: text('from'), to: text('to') });
  return withPlatform((context) => exportAudit(context, days, process.stdout));
}

/** Checks the hash chain over the audit entries. */
export async function verifyAudit({ db, secrets }: Pick<AppContext, 'db' | 'secrets'>, say: (line: string) => void): Promise<number> {
  const { links, archived, head, waiting, broken } = await verifyChain({ db, encryptionKey: secrets.encryptionKey });
  if (broken !== undefined) {
    say(`Entry ${broken.entryId} is the first that is not as it was written: ${broken.what}. ${links} links before it are intact.`);
    return 1;
  }
  const inFiles = archived === 0 ? '' : `${archived} of them in archived files; `;
  say(`${links} audit entries are as they were written; ${inFiles}${waiting} newer ones are not chained yet. Last hash: ${head ?? 'none'}`);
  return 0;
}

/** Checks the seals over the stock ledger, and that its movements give the totals. */
export async function verifyStock({ db, secrets }: Pick<AppContext, 'db' | 'secrets'>, say: (line: string) => void): Promise<number> {
  const { movements, archived, head, waiting, broken } = await verifyLedger({ db, encryptionKey: secrets.encryptionKey });
  if (broken !== undefined) {
    say(`Movements ${broken.from} to ${broken.to} are the first that are not as they were written: ${broken.what}. ${movements} before them are intact.`);
    return 1;
  }
  const inFiles = archived === 0 ? '' : `${archived} of them in archived files; `;
  say(`${movements} movements of the ledger are as they were written; ${inFiles}${waiting} newer ones are not sealed yet. Last hash: ${head ?? 'none'}`);
  const differences = await countLedgerDifferences(db);
  if (differences > 0) say(`${differences} totals of the stock differ from the ledger.`);
  return differences > 0 ? 1 : 0;
}

/** Streams the audit log as JSON lines. */
export async function exportAudit({ db }: Pick<AppContext, 'db'>, days: Days, output: Writable): Promise<number> {
  await pipeline(Readable.from(auditJsonLines(db, days)), output, { end: false });
  return 0;
}

type Days = ReturnType<typeof readDays>;

/** @throws UsageError for another text than a day */
export function readDays(days: { readonly from: string | undefined; readonly to: string | undefined }) {
  const filter = exportAuditLogJson.query.safeParse(days);
  if (!filter.success) throw new UsageError(filter.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '));
  if (!inOrder({ startDate: days.from, endDate: days.to })) throw new UsageError(`--from: ${BACKWARDS}`);
  return filter.data;
}
