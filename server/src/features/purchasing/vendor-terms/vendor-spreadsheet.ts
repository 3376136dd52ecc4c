import type { Values } from '@stowage/contract/spreadsheets/values';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { deleteContacts, keysOfVendors, readContacts, saveContacts } from '../../invoicing/index.ts';
import { recordKind, type SpreadsheetKind } from '../../spreadsheets/kinds/index.ts';
import { deleteEmptyTerms, deleteTerms, readTerms, writeTerms } from './vendor-terms-rows.repository.ts';

/** Files of vendors: their addresses and terms. A vendor is named as on its invoices, in any letter case. */
export const vendorSpreadsheet: SpreadsheetKind = recordKind({
  name: 'vendors',
  rule: ({ vendor, ...values }) => (Object.keys(values).length > 0 ? [] : [{ column: null, problem: `The row of ${vendor} has neither an address nor terms` }]),
  keysOf: ({ vendor }) => ({
    vendor: String(vendor)
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/[\s.,;:!?'"()-]+$/, '')
      .toUpperCase(),
  }),
  async find(db, rows) {
    const keys = await keysOfVendors(
      db,
      rows.map(({ values }) => String(values.vendor)),
    );
    const present = await readVendors(db, keys);
    return keys.map((key) => (present.has(key) ? key : { newKey: key }));
  },
  read: readVendors,
  async insert(tx, rows) {
    const keys = await keysOfVendors(
      tx,
      rows.map(({ values }) => String(values.vendor)),
    );
    await writeVendors(
      tx,
      rows.map(({ values }, nth) => ({ key: keys[nth] ?? '', name: String(values.vendor).trim(), values })),
    );
    return keys;
  },
  update: (tx, changes) =>
    writeVendors(
      tx,
      // A vendor that has an address for credits only gets its terms under its key.
      changes.map(({ id, values }) => ({ key: id, name: id, values })),
    ),
  async remove(tx, keys) {
    await deleteContacts(tx, keys);
    await deleteTerms(tx, keys);
  },
});

/** The columns of a vendor's terms. */
const TERMS = ['order_email', 'payment_terms', 'lead_days', 'minimum_order'] as const;
const NOTHING: Values = { credit_email: null, ...Object.fromEntries(TERMS.map((column) => [column, null])) };

async function readVendors(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const contacts = await readContacts(db, keys);
  const terms = await readTerms(db, keys);
  const known = keys.filter((key) => contacts.has(key) || terms.has(key));
  return new Map(known.map((key) => [key, { ...NOTHING, ...contacts.get(key), ...terms.get(key) }]));
}

async function writeVendors(tx: Database, vendors: readonly { readonly key: string; readonly name: string; readonly values: Values }[]): Promise<void> {
  const emails = vendors.flatMap(({ key, values: { credit_email: email } }) => (typeof email === 'string' ? [{ key, email }] : []));
  const cleared = vendors.filter(({ values }) => values.credit_email === null).map(({ key }) => key);
  await saveContacts(tx, emails);
  await deleteContacts(tx, cleared);
  await writeTerms(
    tx,
    vendors.filter(({ values }) => TERMS.some((column) => column in values)),
  );
  // The undo of a file that added terms to an address. With its address, the vendor remains the record of earlier files.
  await deleteEmptyTerms(tx, [...(await readContacts(tx, keysWithCleared(vendors))).keys()]);
}

function keysWithCleared(vendors: readonly { readonly key: string; readonly values: Values }[]): string[] {
  return vendors.flatMap(({ key, values }) => (TERMS.some((column) => values[column] === null) ? [key] : []));
}
