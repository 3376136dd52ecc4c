import * as settings from '@stowage/contract/invoicing/invoicing-settings';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connection/connect.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import { getSettings, saveSettings } from './invoicing-settings.repository.ts';

export function invoicingSettingsRoutes(app: FastifyInstance, { db }: { readonly db: Database }): void {
  route(app, settings.getInvoicingSettings, { permission: 'invoices.read' }, () => getSettings(db));
  route(app, settings.saveInvoicingSettings, { permission: 'settings.manage' }, ({ body }) => success(saveSettings(db, body)));
}
