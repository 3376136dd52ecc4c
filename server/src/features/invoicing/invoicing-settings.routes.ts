import * as settings from '@stowage/contract/invoicing/invoicing-settings';
import type { FastifyInstance } from 'fastify';
import { requireSeen } from '../../platform/commands/require-version.ts';
import { withoutUndefined } from '../../platform/commands/without-undefined.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import { getSettings, lockSettings, saveSettings } from './invoicing-settings.repository.ts';

export function invoicingSettingsRoutes(app: FastifyInstance, { db }: { readonly db: DatabasePool }): void {
  route(app, settings.getInvoicingSettings, { permission: 'invoices.read' }, () => getSettings(db));
  route(app, settings.saveInvoicingSettings, { permission: 'settings.manage' }, ({ body: { seen, ...changed } }) =>
    success(
      db.transaction().execute(async (tx) => {
        const before = await lockSettings(tx);
        requireSeen({ seen, before, after: { ...before, ...withoutUndefined(changed) }, of: 'the tolerances' });
        await saveSettings(tx, changed);
      }),
    ),
  );
}
