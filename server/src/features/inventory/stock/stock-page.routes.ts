import * as contract from '@stowage/contract/inventory/stock';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { sharedRoute } from '../../../platform/http/shared-route.ts';
import { listListingUnits, listVendors } from './stock-page.read-model.ts';
import type { StockPageService } from './stock-page.service.ts';

const read = { permission: 'stock.read' } as const;

export function stockPageRoutes(app: FastifyInstance, { db, stock }: { db: Database; stock: StockPageService }): void {
  sharedRoute(app, contract.stockPage, read, ({ query }) => stock.list(query));
  sharedRoute(app, contract.stockTotals, read, ({ query }) => stock.total(query));
  route(app, contract.stockFilterOptions, read, async () => ({ vendors: await listVendors(db) }));
  route(app, contract.listingUnits, read, ({ params }) => listListingUnits(db, params.listingId));
  route(app, contract.exportStock, read, ({ query }) => stock.export(query));
}
