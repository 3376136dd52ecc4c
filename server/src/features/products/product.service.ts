import type { ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { createProduct, updateProduct } from '@stowage/contract/products/products';
import { AppError } from '../../platform/app-error.ts';
import type { DatabasePool, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { addListing, lockCatalog } from '../catalog/index.ts';
import { identifyByCodes } from '../inventory/index.ts';
import { setPriceByHand } from '../price-lists/index.ts';
import { type IsLocation, otherMeaning } from './other-meaning.ts';
import * as products from './product.repository.ts';
import { type ClaimedCodes, listOwners } from './product-owner.read-model.ts';

type Entered = ParsedInputOf<typeof createProduct>['body'];
type Change = ParsedInputOf<typeof updateProduct>['body'];

type ListingEntry = products.ListingCodes;

interface ListingChange extends ListingEntry {
  /** What whoever changes them has read. */
  readonly was: { readonly [Code in keyof ListingEntry]: string | null };
}

export interface ProductService {
  /** The same client id adds one product, however often it arrives. @throws AppError `duplicate` with who has a code already */
  create(entered: Entered, actorId: number): Promise<ReplyOf<typeof createProduct>>;
  /** @throws AppError `changed_meanwhile` when somebody else has saved since it was read */
  update(id: number, change: Change, actorId: number): Promise<{ identified: number }>;
  addListing(productId: number, listing: ListingEntry & { readonly condition: number }, actorId: number): Promise<{ id: number; identified: number }>;
  /** @throws AppError `changed_meanwhile` when a code is neither what was read nor what it is to be */
  changeListing(where: { productId: number; listingId: number }, change: ListingChange, actorId: number): Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly topics: Topics;
  readonly isLocation: IsLocation;
}

export function createProductService({ db, topics, isLocation }: Dependencies): ProductService {
  /** In turns with the imports, and with each other: what is looked up before it is added is still so when it is. */
  const inTurn = async <T extends { readonly units: readonly { readonly unitId: number }[] }>(work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> => {
    const done = await db.transaction().execute(async (tx) => {
      await lockCatalog(tx);
      return work(tx);
    });
    // Whoever hears of one unit reads them all again.
    for (const { unitId } of done.units.slice(0, 1)) topics.publish(inventoryHistoryTopic, { unitId, change: 'IDENTIFIED' });
    return done;
  };

  return {
    async create(entered, actorId) {
      const { client_id, cost, map, gtin, seller_sku, fnsku, asin, ...fields } = entered;
      const gtins = gtin === null ? [] : [gtin];
      // Somebody else's page may have come to the same id.
      const clientId = `${actorId} ${client_id}`;
      const done = await inTurn(async (tx) => {
        const added = await products.findAdded(tx, clientId);
        if (added !== undefined) return { ...added, units: [] };
        refusePriceWithoutGtin({ cost, map, gtins });
        await refuseOtherMeanings({ seller_sku, fnsku }, isLocation);
        await refuseDuplicates(tx, { sellerSku: seller_sku, fnsku, asin, gtins, itemCode: fields.item_code, vendor: fields.vendor });
        const id = await products.addProduct(tx, fields, clientId);
        await products.setGtins(tx, id, gtins);
        await addListing(tx, { productId: id, sellerSku: seller_sku, fnsku, asin, condition: fields.default_condition });
        await setPrice(tx, { gtins, cost, map, fields }, actorId);
        const units = await identifyByCodes(tx, [fnsku, seller_sku, asin, fields.item_code, ...gtins], actorId);
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
        return { units: await identifyByCodes(tx, [fields.item_code, ...gtins.filter((gtin) => !before.gtins.includes(gtin))], actorId) };
      });
      return { identified: units.length };
    },

    async addListing(productId, { seller_sku, fnsku, asin, condition }, actorId) {
      const { id, units } = await inTurn(async (tx) => {
        found(await products.lockProduct(tx, productId));
        await refuseOtherMeanings({ seller_sku, fnsku }, isLocation);
        await refuseDuplicates(tx, { sellerSku: seller_sku, fnsku, asin }, { productId });
        const listingId = await addListing(tx, { productId, sellerSku: seller_sku, fnsku, asin, condition });
        return { id: listingId, units: await identifyByCodes(tx, [fnsku, seller_sku, asin], actorId) };
      });
      return { id, identified: units.length };
    },

    async changeListing({ productId, listingId }, { was, ...codes }, actorId) {
      await inTurn(async (tx) => {
        const now = await products.lockListing(tx, { productId, listingId });
        if (now === undefined) throw new AppError('not_found', 'The product has no such listing');
        const isUnseen = (code: keyof ListingEntry) => now[code] !== was[code] && now[code] !== codes[code];
        if (isUnseen('seller_sku') || isUnseen('fnsku') || isUnseen('asin')) {
          throw new AppError('conflict', 'Somebody else has changed this listing meanwhile: look at it again', { reason: 'changed_meanwhile' });
        }
        // What an import has brought may stay.
        const changed = (code: 'seller_sku' | 'fnsku') => (codes[code] === now[code] ? null : codes[code]);
        await refuseOtherMeanings({ seller_sku: changed('seller_sku'), fnsku: changed('fnsku') }, isLocation);
        await refuseDuplicates(tx, { sellerSku: changed('seller_sku'), fnsku: changed('fnsku'), asin: codes.asin }, { productId, listingId });
        await products.changeListing(tx, listingId, codes);
        return { units: await identifyByCodes(tx, [codes.fnsku, codes.seller_sku, codes.asin], actorId) };
      });
    },
  };
}

async function refuseDuplicates(tx: DatabaseTransaction, codes: ClaimedCodes, exempt?: { productId?: number; listingId?: number }): Promise<void> {
  const owners = await listOwners(tx, codes, exempt);
  if (owners.length === 0) return;
  throw new AppError('conflict', owners.map(({ value, title }) => `${value} belongs to ${title} already`).join('; '), {
    reason: 'duplicate',
    fields: owners.map(({ field, title }) => ({ path: `body.${field}`, message: `Belongs to ${title} already` })),
    details: { owners },
  });
}

/** A code of a listing that means something else would be that whenever it is scanned. */
async function refuseOtherMeanings(codes: { readonly seller_sku: string | null; readonly fnsku: string | null }, isLocation: IsLocation): Promise<void> {
  for (const [field, code] of Object.entries(codes)) {
    const other = code === null ? undefined : await otherMeaning(code, isLocation);
    if (other === undefined) continue;
    const message = `${code} is ${other}, and no code of a product`;
    throw new AppError('invalid_input', message, { reason: 'other_meaning', fields: [{ path: `body.${field}`, message }] });
  }
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

async function setPrice(tx: DatabaseTransaction, { cost, map, gtins, fields }: Price & { fields: products.ProductFields }, actorId: number): Promise<void> {
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
