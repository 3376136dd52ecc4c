import type { ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import type { addProductListing, createProduct, updateProduct, updateProductListing } from '@stowage/contract/products/products';
import { AppError } from '../../platform/app-error.ts';
import { once } from '../../platform/commands/once.ts';
import { changedMeanwhile, requireSeen, requireVersion } from '../../platform/commands/require-version.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabaseTransaction } from '../../platform/database/connection/connect.ts';
import { addListing, lockCatalog } from '../catalog/index.ts';
import { identifyByCodes, publishStock } from '../inventory/index.ts';
import { setPriceByHand } from '../price-lists/index.ts';
import { compareListingsAgain } from '../pricing/index.ts';
import { type IsLocation, reservedMeaning } from './code-meaning.ts';
import * as products from './product.repository.ts';
import { type ClaimedCodes, listOwners } from './product-code.read-model.ts';

type NewProduct = ParsedInputOf<typeof createProduct>['body'];
type ProductChange = ParsedInputOf<typeof updateProduct>['body'];
type NewListing = ParsedInputOf<typeof addProductListing>['body'];
type ListingChange = ParsedInputOf<typeof updateProductListing>['body'];

interface Dependencies extends Pick<Context, 'db' | 'topics'> {
  readonly isLocation: IsLocation;
}

/** Adds and changes products. Methods throw AppError `duplicate` when another product has one of the codes. */
export function createProductService({ db, topics, isLocation }: Dependencies) {
  /** Locks the catalog, so that no import or other change adds a code between the check and the insert. */
  const withCatalogLock = async <T extends { readonly units: readonly { readonly unitId: number }[] }>(
    work: (tx: DatabaseTransaction) => Promise<T>,
  ): Promise<T> => {
    const done = await db.transaction().execute(async (tx) => {
      await lockCatalog(tx);
      return work(tx);
    });
    publishStock(topics, done.units.map(unitIdOf), 'IDENTIFIED');
    return done;
  };

  return {
    /** A repeated client id adds one product. With other content it is refused. */
    async create({ client_id, ...content }: NewProduct, actorId: number): Promise<ReplyOf<typeof createProduct>> {
      const { cost, map, gtin, seller_sku, fnsku, asin, ...fields } = content;
      const gtins = gtin === null ? [] : [gtin];
      let identified: Awaited<ReturnType<typeof identifyByCodes>> = [];
      const add = async (tx: DatabaseTransaction) => {
        refusePriceWithoutGtin({ cost, map, gtins });
        await refuseReservedCodes(tx, { seller_sku, fnsku }, isLocation);
        await refuseDuplicates(tx, { sellerSku: seller_sku, fnsku, asin, gtins, itemCode: fields.item_code, vendor: fields.vendor });
        const id = await products.insertProduct(tx, fields);
        await products.setGtins(tx, id, gtins);
        await addListing(tx, { productId: id, sellerSku: seller_sku, fnsku, asin, condition: fields.default_condition });
        await setPrice(tx, { gtins, cost, map, fields }, actorId);
        identified = await identifyByCodes(tx, [fnsku, seller_sku, asin, fields.item_code, ...gtins], actorId);
        return { id, code: fnsku ?? seller_sku };
      };
      const { id, code, units } = await withCatalogLock(async (tx) => {
        // The pages of two people may create the same client id. Earlier versions did not hash the content.
        const command = { command: 'products.create', key: `${actorId} ${client_id}`, actorId, content, earlierContent: null };
        return { ...(await once(tx, command, () => add(tx))), units: identified };
      });
      return { id, code, identified: units.length, locations: [...new Set(units.map(({ location }) => location))].sort() };
    },

    async update(id: number, { gtins: entered, revision, cost, map, was, ...fields }: ProductChange, actorId: number): Promise<{ identified: number }> {
      const gtins = [...new Set(entered)];
      const { units } = await withCatalogLock(async (tx) => {
        const before = requireFound(await products.lockProduct(tx, id));
        requireVersion({ expected: revision, current: before.revision, of: 'this product' });
        const changed = changedPrices({ cost, map }, before, was);
        refusePriceWithoutGtin({ ...changed, gtins });
        await refuseDuplicates(tx, { gtins, itemCode: fields.item_code, vendor: fields.vendor }, { productId: id });
        await products.updateProduct(tx, id, fields);
        await products.setGtins(tx, id, gtins);
        await setPrice(tx, { gtins, ...changed, fields }, actorId);
        return { units: await identifyByCodes(tx, [fields.item_code, ...gtins.filter((gtin) => !before.gtins.includes(gtin))], actorId) };
      });
      return { identified: units.length };
    },

    async addListing(productId: number, { seller_sku, fnsku, asin, condition }: NewListing, actorId: number): Promise<{ id: number; identified: number }> {
      const { id, units } = await withCatalogLock(async (tx) => {
        requireFound(await products.lockProduct(tx, productId));
        await refuseReservedCodes(tx, { seller_sku, fnsku }, isLocation);
        await refuseDuplicates(tx, { sellerSku: seller_sku, fnsku, asin }, { productId });
        const listingId = await addListing(tx, { productId, sellerSku: seller_sku, fnsku, asin, condition });
        return { id: listingId, units: await identifyByCodes(tx, [fnsku, seller_sku, asin], actorId) };
      });
      return { id, identified: units.length };
    },

    /** Rejects the change when a code is neither the one that was read nor the new one. */
    async changeListing(ids: { productId: number; listingId: number }, { was, ...codes }: ListingChange, actorId: number): Promise<void> {
      await withCatalogLock(async (tx) => {
        const current = await products.lockListing(tx, ids);
        if (current === undefined) throw new AppError('not_found', 'The product has no such listing');
        requireSeen<typeof current>({ seen: was, before: current, after: codes, of: 'this listing' });
        // Unchanged codes are not checked: an import may have added them.
        const changed = (code: 'seller_sku' | 'fnsku') => (codes[code] === current[code] ? null : codes[code]);
        await refuseReservedCodes(tx, { seller_sku: changed('seller_sku'), fnsku: changed('fnsku') }, isLocation);
        await refuseDuplicates(tx, { sellerSku: changed('seller_sku'), fnsku: changed('fnsku'), asin: codes.asin }, ids);
        await products.updateListing(tx, ids.listingId, codes);
        await compareListingsAgain(tx, [ids.listingId]);
        return { units: await identifyByCodes(tx, [codes.fnsku, codes.seller_sku, codes.asin], actorId) };
      });
    },
  };
}

const unitIdOf = ({ unitId }: { readonly unitId: number }) => unitId;

async function refuseDuplicates(tx: DatabaseTransaction, codes: ClaimedCodes, exempt?: { productId?: number; listingId?: number }): Promise<void> {
  const owners = await listOwners(tx, codes, exempt);
  if (owners.length === 0) return;
  throw new AppError('conflict', owners.map(({ value, title }) => `${title} already has the code ${value}`).join('; '), {
    reason: 'duplicate',
    fields: owners.map(({ field, title }) => ({ path: `body.${field}`, message: `Already used by ${title}` })),
    details: { owners },
  });
}

/** Refuses codes that a scan would read as something else than a product. */
async function refuseReservedCodes(
  tx: DatabaseTransaction,
  codes: { readonly seller_sku: string | null; readonly fnsku: string | null },
  isLocation: IsLocation,
): Promise<void> {
  for (const [field, code] of Object.entries(codes)) {
    const meaning = code === null ? undefined : await reservedMeaning(code, isLocation, tx);
    if (meaning === undefined) continue;
    const message = `${code} is ${meaning}, not a product code`;
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
  const message = 'The price list stores costs and MAPs by GTIN. Enter a GTIN too.';
  throw new AppError('invalid_input', message, {
    reason: 'cost_without_gtin',
    fields: [{ path: cost === null ? 'body.map' : 'body.cost', message }],
  });
}

async function setPrice(tx: DatabaseTransaction, { cost, map, gtins, fields }: Price & { fields: products.ProductFields }, actorId: number): Promise<void> {
  if (cost === null && map === null) return;
  await setPriceByHand(tx, { gtins, title: fields.title, itemCode: fields.item_code, vendor: fields.vendor, cost, map }, actorId);
}

type Prices = Pick<Price, 'cost' | 'map'>;

/** The prices that differ from the present ones. @throws AppError `changed_meanwhile` when the person saw others */
function changedPrices(entered: Prices, before: Prices, was: Prices | undefined): Prices {
  const changed = (name: keyof Prices) => {
    if (isSameAmount(entered[name], before[name])) return null;
    const isSeen = was === undefined || was[name] === before[name] || (was[name] !== null && isSameAmount(was[name], before[name]));
    if (!isSeen) throw changedMeanwhile('the price of this product');
    return entered[name];
  };
  return { cost: changed('cost'), map: changed('map') };
}

/** `8.5` equals `8.50`. An empty field leaves the price list unchanged. */
function isSameAmount(entered: string | null, known: string | null): boolean {
  return entered === null || (known !== null && Number(entered) === Number(known));
}

function requireFound<T>(state: T | undefined): T {
  if (state === undefined) throw new AppError('not_found', 'There is no such product');
  return state;
}
