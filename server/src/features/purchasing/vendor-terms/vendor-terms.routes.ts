import * as contract from '@stowage/contract/purchasing/vendor-terms';
import type { FastifyInstance } from 'fastify';
import { changedMeanwhile } from '../../../platform/commands/require-version.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import * as terms from './vendor-terms.repository.ts';

const read = { permission: 'purchasing.read' } as const;
const manage = { permission: 'purchasing.manage' } as const;

export function vendorTermsRoutes(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  route(app, contract.findVendors, read, async ({ query }) => ({ vendors: await terms.listVendors(db, query.search, contract.VENDORS_FOUND_LIMIT) }));
  route(app, contract.getVendorTerms, read, ({ query }) => terms.findTerms(db, query.vendor));
  route(app, contract.saveVendorTerms, manage, async ({ body }) => {
    const version = await db.transaction().execute((tx) => terms.saveTerms(tx, body));
    if (version === undefined) throw changedMeanwhile(`the terms of ${body.vendor}`);
    return { version };
  });
  route(app, contract.saveVendorProduct, manage, async ({ body }) => {
    const { product_id: productId, supplier_sku: supplierSku, case_pack: casePack, minimum_quantity: minimumQuantity, ...of } = body;
    const version = await db.transaction().execute((tx) => terms.saveVendorProduct(tx, { ...of, productId, supplierSku, casePack, minimumQuantity }));
    if (version === undefined) throw changedMeanwhile(`how ${body.vendor} sells this product`);
    return { version };
  });
}
