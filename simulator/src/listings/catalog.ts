import { type CatalogProduct, type Listing, MARKETPLACE_ID } from '../state.ts';
import { invalidInput, listOf, notFound, type Operation, required } from '../wire.ts';
import type { World } from '../world.ts';

const MAX_IDENTIFIERS = 20;

export function catalogOperations(world: World): Operation[] {
  const products = () => {
    const byAsin = new Map<string, Listing | CatalogProduct>(world.state.catalog);
    for (const listing of world.state.listings.values()) if (!byAsin.has(listing.asin)) byAsin.set(listing.asin, listing);
    return byAsin;
  };
  return [
    {
      name: 'searchCatalogItems',
      method: 'GET',
      path: '/catalog/2022-04-01/items',
      rate: 2,
      burst: 2,
      run: ({ query }) => {
        required(query, 'marketplaceIds');
        const type = required(query, 'identifiersType');
        const identifiers = listOf(query, 'identifiers');
        if (identifiers.length === 0 || identifiers.length > MAX_IDENTIFIERS) throw invalidInput(`1 to ${MAX_IDENTIFIERS} identifiers are needed`);
        const wanted = new Set(identifiers);
        const items = [...products().values()].filter((listing) => codesOf(listing, type).some((code) => wanted.has(code)));
        return { status: 200, body: { numberOfResults: items.length, items: items.map((item) => toItem(item, listOf(query, 'includedData'))) } };
      },
    },
    {
      name: 'getCatalogItem',
      method: 'GET',
      path: '/catalog/2022-04-01/items/{asin}',
      rate: 2,
      burst: 2,
      run: ({ params, query }) => {
        required(query, 'marketplaceIds');
        const item = products().get(params.asin ?? '');
        if (item === undefined) throw notFound(`Requested item '${params.asin}' not found in marketplace(s) ${MARKETPLACE_ID}.`);
        return { status: 200, body: toItem(item, listOf(query, 'includedData')) };
      },
    },
  ];
}

function codesOf(listing: Listing | CatalogProduct, type: string): string[] {
  if (type === 'ASIN') return [listing.asin];
  if (type === 'SKU') return 'sku' in listing ? [listing.sku] : [];
  return type === 'UPC' ? [listing.gtin.slice(2)] : type === 'EAN' ? [listing.gtin.slice(1)] : [listing.gtin];
}

function toItem(listing: Listing | CatalogProduct, includedData: readonly string[]) {
  const included = includedData.length === 0 ? ['summaries'] : includedData;
  const link = (size: number) => listing.image ?? `https://m.media-amazon.com/images/I/${listing.asin}._SL${size}_.jpg`;
  const parts = {
    summaries: [
      {
        marketplaceId: MARKETPLACE_ID,
        brand: listing.brand,
        itemName: listing.title,
        itemClassification: 'BASE_PRODUCT',
        ...('packSize' in listing && listing.packSize !== undefined && { packageQuantity: listing.packSize }),
      },
    ],
    images: [{ marketplaceId: MARKETPLACE_ID, images: [75, 500, 1500].map((size) => ({ variant: 'MAIN', link: link(size), height: size, width: size })) }],
    identifiers: [{ marketplaceId: MARKETPLACE_ID, identifiers: [{ identifierType: 'UPC', identifier: listing.gtin.slice(2) }] }],
    productTypes: [{ marketplaceId: MARKETPLACE_ID, productType: 'PRODUCT' }],
  };
  return { asin: listing.asin, ...Object.fromEntries(Object.entries(parts).filter(([name]) => included.includes(name))) };
}
