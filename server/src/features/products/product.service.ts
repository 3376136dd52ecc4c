import type { ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import { spellingsOfGtin } from '@stowage/contract/identifiers';
import { inventoryHistoryTopic } from '@stowage/contract/inventory';
import type { createProduct, updateProduct } from '@stowage/contract/products';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { addListing, findListing, lockCatalogue } from '../catalogue/index.ts';
import { identifyUnits } from '../inventory/index.ts';
import { setPriceByHand } from '../price-lists/index.ts';
import * as products from './product.repository.ts';
import { type ClaimedCodes, listOwners } from './product-owner.read-model.ts';

type Entered = ParsedInputOf<typeof createProduct>['body'];
type Change = ParsedInputOf<typeof updateProduct>['body'];

interface ListingEntry {
  readonly seller_sku: string;
  readonly fnsku: string | null;
  readonly asin: string | null;
}

export interface ProductService {
  /** The same client id adds one product, however often it arrives. @throws AppError `duplicate` with who has a code already */
  create(entered: Entered, actorId: number): Promise<ReplyOf<typeof createProduct>>;
  /** @throws AppError `changed_meanwhile` when somebody else has saved since it was read */
  update(id: number, change: Change, actorId: number): Promise<{ identified: number }>;
  addListing(productId: number, listing: ListingEntry & { readonly condition: number }, actorId: number): Promise<{ id: number; identified: number }>;
  changeListing(where: { productId: number; listingId: number }, codes: ListingEntry, actorId: number): Promise<void>;
}

export function createProductService({ db, topics }: { db: Kysely<DB>; topics: Topics }): ProductService {
  /** In turns with the imports, and with each other: what is looked up before it is added is still so when it is. */
  const inTurn = async <T extends { readonly units: readonly Identified[] }>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> => {
    const done = await db.transaction().execute(async (tx) => {
      await lockCatalogue(tx);
      return work(tx);
    });
    // Whoever hears of one unit reads them all again.
    for (const { unitId } of done.units.slice(0, 1)) topics.publish(inventoryHistoryTopic, { unitId, change: 'IDENTIFIED' });
    return done;
  };

  return {
    async create(entered, actorId) {
      const { client_id: clientId, cost, map, gtin, seller_sku, fnsku, asin, ...fields } = entered;
      const gtins = gtin === null ? [] : [gtin];
      const done = await inTurn(async (tx) => {
        const added = await products.findAdded(tx, clientId);
        if (added !== undefined) return { ...added, units: [] };
        refusePriceWithoutGtin({ cost, map, gtins });
        await refuseDuplicates(tx, { sellerSku: seller_sku, fnsku, asin, gtins, itemCode: fields.item_code, vendor: fields.vendor });
        const id = await products.addProduct(tx, fields, clientId);
        await products.setGtins(tx, id, gtins);
        await addListing(tx, { productId: id, sellerSku: seller_sku, fnsku, asin, condition: fields.default_condition });
        await setPrice(tx, { gtins, cost, map, fields }, actorId);
        const units = await identify(tx, [fnsku, seller_sku, asin, fields.item_code, ...gtins], actorId);
        return { id, code: fnsku ?? seller_sku, units };
      });
      return { id: done.id, code: done.code, identified: done.units.length, locations: [...new Set(done.units.map(({ location }) => location))].sort() };
    },

    async update(id, { gtins: entered, revision, cost, map, ...fields }, actorId) {
      const gtins = [...new Set(entered)];
      const { units } = await inTurn(async (tx) => {
        const before = found(await products.lockProduct(tx, id));
        if (before.revision !== revision) {
          throw new AppError('conflict', 'Somebody else has changed this product meanwhile: look at it again', { reason: 'changed_meanwhile' });
        }
        const changed = { cost: isSame(cost, before.cost) ? null : cost, map: isSame(map, before.map) ? null : map };
        refusePriceWithoutGtin({ ...changed, gtins });
        await refuseDuplicates(tx, { gtins, itemCode: fields.item_code, vendor: fields.vendor }, { productId: id });
        await products.changeProduct(tx, id, fields);
        await products.setGtins(tx, id, gtins);
        await setPrice(tx, { gtins, ...changed, fields }, actorId);
        return { units: await identify(tx, [fields.item_code, ...gtins.filter((gtin) => !before.gtins.includes(gtin))], actorId) };
      });
      return { identified: units.length };
    },

    async addListing(productId, { seller_sku, fnsku, asin, condition }, actorId) {
      const { id, units } = await inTurn(async (tx) => {
        found(await products.lockProduct(tx, productId));
        await refuseDuplicates(tx, { sellerSku: seller_sku, fnsku, asin }, { productId });
        const listingId = await addListing(tx, { productId, sellerSku: seller_sku, fnsku, asin, condition });
        return { id: listingId, units: await identify(tx, [fnsku, seller_sku, asin], actorId) };
      });
      return { id, identified: units.length };
    },

    async changeListing({ productId, listingId }, codes, actorId) {
      await inTurn(async (tx) => {
        await refuseDuplicates(tx, { sellerSku: codes.seller_sku, fnsku: codes.fnsku, asin: codes.asin }, { productId, listingId });
        if (!(await products.changeListing(tx, { productId, listingId }, codes))) throw new AppError('not_found', 'The product has no such listing');
        return { units: await identify(tx, [codes.fnsku, codes.seller_sku, codes.asin], actorId) };
      });
    },
  };
}

interface Identified {
  readonly unitId: number;
  readonly location: string;
}

/** Gives the units that were scanned under these codes to the listing that each of them means now, if it means one. */
async function identify(tx: Transaction<DB>, codes: readonly (string | null)[], actorId: number): Promise<Identified[]> {
  const units: Identified[] = [];
  for (const code of codes.filter((one) => one !== null)) {
    const choice = await findListing(tx, code);
    if (choice.status !== 'HIT') continue;
    const { kind, listing } = choice.match;
    const spellings = (kind === 'GTIN' ? spellingsOfGtin(code) : [code]).map((text) => text.toUpperCase());
    units.push(...(await identifyUnits(tx, { codes: spellings, listingId: listing.id, identifier: listing.fnsku ?? listing.sellerSku ?? code, actorId })));
  }
  return units;
}

async function refuseDuplicates(tx: Transaction<DB>, codes: ClaimedCodes, exempt?: { productId?: number; listingId?: number }): Promise<void> {
  const owners = await listOwners(tx, codes, exempt);
  if (owners.length === 0) return;
  throw new AppError('conflict', owners.map(({ value, title }) => `${value} belongs to ${title} already`).join('; '), {
    reason: 'duplicate',
    fields: owners.map(({ field, title }) => ({ path: `body.${field}`, message: `Belongs to ${title} already` })),
    details: { owners },
  });
}

interface Price {
  readonly cost: string | null;
  readonly map: string | null;
  readonly gtins: readonly string[];
}

function refusePriceWithoutGtin({ cost, map, gtins }: Price): void {
  if (gtins.length > 0 || (cost === null && map === null)) return;
  const message = 'Costs and MAPs are kept in the price list, which knows products by their GTIN: enter the GTIN too';
  throw new AppError('invalid_input', message, {
    reason: 'cost_without_gtin',
    fields: [{ path: cost === null ? 'body.map' : 'body.cost', message }],
  });
}

async function setPrice(tx: Transaction<DB>, { cost, map, gtins, fields }: Price & { fields: products.ProductFields }, actorId: number): Promise<void> {
  if (cost === null && map === null) return;
  await setPriceByHand(tx, { gtins, title: fields.title, itemCode: fields.item_code, vendor: fields.vendor, cost, map }, actorId);
}

/** `8.5` and `8.50` are one amount; an empty field says nothing of what the price list has. */
function isSame(entered: string | null, known: string | null): boolean {
  return entered === null || (known !== null && Number(entered) === Number(known));
}

function found<T>(state: T | undefined): T {
  if (state === undefined) throw new AppError('not_found', 'There is no such product');
  return state;
}
