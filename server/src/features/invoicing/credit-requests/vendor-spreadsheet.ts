import { recordKind, type SpreadsheetKind } from '../../spreadsheets/kinds/index.ts';
import { deleteContacts, keysOfVendors, readContacts, saveContacts } from './vendor-rows.repository.ts';

/** Files of vendors' addresses. A vendor is named as on its invoices, in any letter case. */
export const vendorSpreadsheet: SpreadsheetKind = recordKind({
  name: 'vendors',
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
    const present = await readContacts(db, keys);
    return keys.map((key) => (present.has(key) ? key : null));
  },
  read: readContacts,
  async insert(tx, rows) {
    const keys = await keysOfVendors(
      tx,
      rows.map(({ values }) => String(values.vendor)),
    );
    await saveContacts(
      tx,
      rows.map(({ values }, nth) => ({ key: keys[nth] ?? '', email: String(values.credit_email) })),
    );
    return keys;
  },
  update: (tx, changes) =>
    saveContacts(
      tx,
      changes.map(({ id, values }) => ({ key: id, email: String(values.credit_email) })),
    ),
  remove: deleteContacts,
});
