import { isPermitted } from '@stowage/contract/permissions';
import * as sections from '@stowage/contract/products/product-sections';
import * as contract from '@stowage/contract/products/products';
import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import { listMovements } from '../inventory/index.ts';
import { createCandidateFinder } from './candidate.service.ts';
import type { IsLocation } from './code-meaning.ts';
import { findProduct, findProductCodes, listFees, listPrices } from './product.read-model.ts';
import { createProductService } from './product.service.ts';
import { listCases, listOrders, listPlaces, listPoLines, READ_ROWS, toSection } from './product-section.read-model.ts';

interface Dependencies extends Pick<Context, 'db' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
  readonly isLocation: IsLocation;
}

const read = { permission: 'catalogue.read' } as const;
const write = { permission: 'catalogue.write' } as const;

export function productRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, topics } = deps;
  const products = createProductService({ db, topics, isLocation: deps.isLocation });
  const findCandidates = createCandidateFinder(deps);
  route(app, contract.findProductCandidates, write, ({ query }) => findCandidates(query.code));
  route(app, contract.createProduct, write, async ({ body }, { caller }) => {
    refusePrices(caller, body);
    return products.create(body, caller.userId);
  });
  route(app, contract.getProduct, read, async ({ params }, { caller }) => {
    const product = await findProduct(db, params.id, isPermitted(caller.roles, 'prices.read'));
    if (product === undefined) throw new AppError('not_found', 'There is no such product');
    return product;
  });
  route(app, contract.updateProduct, write, async ({ params, body }, { caller }) => {
    refusePrices(caller, body);
    return products.update(params.id, body, caller.userId);
  });
  route(app, contract.addProductListing, write, ({ params, body }, { caller }) => products.addListing(params.id, body, caller.userId));
  route(app, contract.updateProductListing, write, ({ params, body }, { caller }) =>
    success(products.changeListing({ productId: params.id, listingId: params.listingId }, body, caller.userId)),
  );
  sectionRoutes(app, db);
}

/** Each section of the product page requires the permission of the screen that owns its data. */
function sectionRoutes(app: FastifyInstance, db: DatabasePool): void {
  const codesOf = async (id: number) => {
    const codes = await findProductCodes(db, id);
    if (codes === undefined) throw new AppError('not_found', 'There is no such product');
    return codes;
  };
  route(app, sections.productStock, { permission: 'stock.read' }, async ({ params, query }) =>
    listPlaces(db, (await codesOf(params.id)).ids, query.before ?? 0),
  );
  route(app, sections.productMovements, { permission: 'stock.read' }, async ({ params, query }) => {
    const rows = await listMovements(db, (await codesOf(params.id)).ids, { before: query.before, limit: READ_ROWS });
    return toSection(rows, ({ id }) => id);
  });
  route(app, sections.productPrices, { permission: 'prices.read' }, async ({ params }) => listPrices(db, (await codesOf(params.id)).gtins));
  route(app, sections.productPoLines, { permission: 'purchasing.read' }, async ({ params, query }) =>
    listPoLines(db, (await codesOf(params.id)).gtins, query.before),
  );
  route(app, sections.productCases, { permission: 'cases.read' }, async ({ params, query }) => listCases(db, (await codesOf(params.id)).skus, query.before));
  route(app, sections.productOrders, { permission: 'orders.read' }, async ({ params, query }) => listOrders(db, (await codesOf(params.id)).ids, query.before));
  route(app, sections.productFees, { permission: 'listings.read' }, async ({ params }) => listFees(db, (await codesOf(params.id)).skus));
}

function refusePrices(caller: Caller, { cost, map }: { readonly cost: string | null; readonly map: string | null }): void {
  if ((cost === null && map === null) || isPermitted(caller.roles, 'prices.write')) return;
  throw new AppError('forbidden', 'Your account may not enter the cost and the MAP of a product');
}
