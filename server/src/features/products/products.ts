import type { FastifyInstance } from 'fastify';
import { productRoutes } from './products.routes.ts';
import { listingSpreadsheet } from './spreadsheets/listing-spreadsheet.ts';
import { productSpreadsheet } from './spreadsheets/product-spreadsheet.ts';

export const createProducts = (deps: Parameters<typeof productRoutes>[1]) => ({
  spreadsheetKinds: [productSpreadsheet(deps), listingSpreadsheet(deps)],
  routes: (app: FastifyInstance) => productRoutes(app, deps),
});
