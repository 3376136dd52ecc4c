import { counted } from '@stowage/contract/formats/text/counted';
import { poName } from '@stowage/contract/purchasing/po-name';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import type { Context } from '../../../platform/context.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type AreaFileKind, type FileChange, isSame, laterChange, recordFile } from '../../spreadsheets/kinds/index.ts';
import { listShortDecisions } from '../closing/short-decision.repository.ts';
import { recalculateLines } from '../closing/short-decision.service.ts';
import * as undo from './upload-undo.repository.ts';
import type { LineChange } from './uploaded-orders.repository.ts';

interface SavedRecords {
  /** The ids of new orders. */
  readonly created: readonly number[];
  /** The orders that got a vendor. */
  readonly named: readonly { readonly id: number; readonly vendor: string }[];
  readonly changed: readonly LineChange[];
  /** The ids of new lines of orders that existed before. */
  readonly added: readonly number[];
}

/** Records what a file of purchase orders saved. A new order is one change, with all of its lines. */
export async function recordUpload(tx: Database, file: undo.SavedUpload, { created, named, changed, added }: SavedRecords): Promise<void> {
  const made = (what: 'order' | 'line', ids: readonly number[]): FileChange[] => ids.map((id) => ({ id: `${what} ${id}`, before: null, after: {} }));
  const vendors = named.map(({ id, vendor }): FileChange => ({ id: `vendor ${id}`, before: { vendor: null }, after: { vendor } }));
  const lines = changed.map(({ id, before, after }): FileChange => ({ id: `line ${id}`, before, after }));
  await recordFile(tx, { kind: 'purchase-orders', ...file, changes: [...made('order', created), ...vendors, ...lines, ...made('line', added)] });
}

/** Files of purchase orders: the undo deletes what a file added and restores what it changed, as long as nothing was built on it. */
export function orderFiles({ topics }: Pick<Context, 'topics'>): AreaFileKind {
  return {
    name: 'purchase-orders',
    async undo(tx, { id: fileId, changes }) {
      const of = (what: string, isNew: boolean) =>
        changes.filter(({ id, before }) => id.startsWith(`${what} `) && (before === null) === isNew).map((change) => ({ ...change, id: idOf(change) }));
      const created = of('order', true).map(({ id }) => id);
      const added = of('line', true).map(({ id }) => id);
      const changed = of('line', false);
      const vendors = of('vendor', false);
      const named = vendors.map(({ id }) => id);
      await undo.lockOrdersOf(tx, { orders: [...created, ...named], lines: [...added, ...changed.map(({ id }) => id)] });
      await refuseLaterFile(tx, fileId, created, added);
      await refuseUsed(tx, created, added);
      await refuseNamed(tx, vendors);
      await refuseChanged(tx, changed);
      await undo.restoreLines(
        tx,
        changed.map(({ id, before }) => ({ id, values: before as object })),
      );
      await decideAgain(tx, changed);
      await undo.deleteLines(tx, added);
      await undo.clearVendors(tx, named);
      await undo.deleteOrders(tx, created);
    },
    announce: () => topics.publish(receivingTopic, { poNumber: '', packingListId: null, change: 'UPLOADED' }),
  };
}

/** Recalculates the decisions about missing units of the lines that get their former quantity back, as the file did for its own. */
async function decideAgain(
  tx: Database,
  changes: readonly { readonly id: number; readonly before: { ordered?: number } | null; readonly after: { ordered?: number } }[],
): Promise<void> {
  const lineIds = changes.filter(({ before, after }) => before?.ordered !== after.ordered).map(({ id }) => id);
  const decided = new Set((await listShortDecisions(tx, lineIds)).map(({ lineId }) => lineId));
  if (decided.size > 0) await recalculateLines(tx, [...decided]);
}

const idOf = ({ id }: FileChange) => Number(id.slice(id.indexOf(' ') + 1));

async function refuseLaterFile(tx: DatabaseTransaction, fileId: number, orderIds: readonly number[], lineIds: readonly number[]): Promise<void> {
  const later = await undo.findLaterFile(tx, fileId, orderIds, lineIds);
  if (later !== undefined) throw laterChange(`The file ${later.fileName} changed ${poName(later.poNumber)} later: undo that file first`);
}

const units = (count: number) => counted(count, 'unit was', 'units were');

/** Refuses when a new order or line has receipts, packing lists, invoices, edits or photos. */
async function refuseUsed(tx: DatabaseTransaction, orderIds: readonly number[], lineIds: readonly number[]): Promise<void> {
  const used = await undo.findUsed(tx, orderIds, lineIds);
  if (used === undefined) return;
  const name = poName(used.poNumber);
  if (used.received > 0) throw laterChange(`${units(used.received)} received of ${name}`);
  if (used.isListed) throw laterChange(`${name} has packing lists that name these lines`);
  if (used.isInvoiced) throw laterChange(`${name} has invoices or credits`);
  throw laterChange(`${name} was edited after this file`);
}

/** Refuses when the vendor that an order got from the file has invoices or credits for it, or was changed. */
async function refuseNamed(tx: DatabaseTransaction, changes: readonly { readonly id: number; readonly after: { readonly vendor?: string } }[]): Promise<void> {
  if (changes.length === 0) return;
  const given = new Map(changes.map(({ id, after }) => [id, after.vendor]));
  for (const { id, poNumber, vendor, isInvoiced } of await undo.readVendors(tx, [...given.keys()])) {
    if (isInvoiced) throw laterChange(`${poName(poNumber)} has invoices or credits`);
    // Files of before did not record the vendor.
    if ((given.get(id) ?? vendor) !== vendor) throw laterChange(`The vendor of ${poName(poNumber)} was changed after this file`);
  }
}

/** Refuses when a changed line no longer has the values of the file. */
async function refuseChanged(tx: DatabaseTransaction, changes: readonly { readonly id: number; readonly after: object }[]): Promise<void> {
  const present = new Map(
    (
      await undo.readLines(
        tx,
        changes.map(({ id }) => id),
      )
    ).map((line) => [line.id, line]),
  );
  for (const { id, after } of changes) {
    const line = present.get(id);
    if (line === undefined) throw laterChange('A line that this file changed is gone');
    const where = `${line.supplierSku} of ${poName(line.poNumber)}`;
    const [column] = Object.entries(after).find(([name, value]) => !isSame(line.values[name], value)) ?? [];
    if (column === 'received') throw laterChange(`Units of ${where} were received after this file`);
    if (column !== undefined) throw laterChange(`${where} was changed after this file`);
  }
}
