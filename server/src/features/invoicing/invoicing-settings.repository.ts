import type { ChangedInvoicingSettings, InvoicingSettings } from '@stowage/contract/invoicing/invoicing-settings';
import type { Database } from '../../platform/database/connection/connect.ts';

export async function getSettings(db: Database): Promise<InvoicingSettings> {
  const row = await db.selectFrom('invoicing_settings').selectAll().executeTakeFirstOrThrow();
  return {
    price_percent: Number(row.price_percent),
    price_amount: Number(row.price_amount),
    freight_percent: Number(row.freight_percent),
    tax_percent: Number(row.tax_percent),
  };
}

/** The settings, locked until the end of the transaction. */
export async function lockSettings(tx: Database): Promise<InvoicingSettings> {
  await tx.selectFrom('invoicing_settings').select('is_only').forNoKeyUpdate().execute();
  return getSettings(tx);
}

export async function saveSettings(db: Database, settings: ChangedInvoicingSettings): Promise<void> {
  if (Object.keys(settings).length > 0) await db.updateTable('invoicing_settings').set(settings).execute();
}
