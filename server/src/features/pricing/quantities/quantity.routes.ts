import * as quantities from '@stowage/contract/pricing/quantities';
import * as drift from '@stowage/contract/pricing/quantity-drift';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { route } from '../../../platform/http/route.ts';
import { listDriftDays } from './drift/quantity-drift.read-model.ts';
import { quantityDriftCsv } from './drift/quantity-drift-csv.ts';
import { previewQuantities, readQuantityProgress } from './quantity.read-model.ts';
import { getQuantitySettings } from './quantity-settings.repository.ts';
import { changeListingRule, changeQuantitySettings, getListingQuantity } from './quantity-settings.service.ts';

const read = { permission: 'listings.read' } as const;
const manage = { permission: 'settings.manage' } as const;

export function quantityRoutes(app: FastifyInstance, { db, topics }: Pick<Context, 'db' | 'topics'>): void {
  route(app, quantities.getQuantitySettings, read, async () => ({ ...(await getQuantitySettings(db)), ...(await readQuantityProgress(db)) }));
  route(app, quantities.saveQuantitySettings, manage, async ({ body }) => {
    await changeQuantitySettings(db, body);
    topics.publish(quantities.quantitiesTopic, { listing_ids: [] });
    return { success: true };
  });
  route(app, quantities.previewQuantities, manage, () => previewQuantities(db));
  route(app, quantities.getListingQuantity, read, ({ params }) => getListingQuantity(db, params.listingId));
  route(app, drift.listQuantityDrift, read, ({ query: { page, ...filter } }) => listDriftDays(db, filter, page));
  route(app, drift.exportQuantityDrift, read, async ({ query }) => quantityDriftCsv(db, query));
  route(app, quantities.saveListingRule, { permission: 'listings.sync' }, async ({ params, body }) => {
    await changeListingRule(db, params.listingId, body);
    topics.publish(quantities.quantitiesTopic, { listing_ids: [params.listingId] });
    return { success: true };
  });
}
