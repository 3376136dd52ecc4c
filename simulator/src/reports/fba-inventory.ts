import { CONDITIONS } from '../listings/conditions.ts';
import { invalidInput, iso, listOf, type Operation, required } from '../wire.ts';
import type { World } from '../world.ts';

const PAGE_SIZE = 50;
const TOKEN_LIFE_MS = 30_000;
const MAX_SKUS = 50;

export function fbaInventoryOperations({ state }: World): Operation[] {
  return [
    {
      name: 'getInventorySummaries',
      method: 'GET',
      path: '/fba/inventory/v1/summaries',
      rate: 2,
      burst: 2,
      run: ({ query, now }) => {
        const granularityType = required(query, 'granularityType');
        const granularityId = required(query, 'granularityId');
        required(query, 'marketplaceIds');
        const skus = new Set(listOf(query, 'sellerSkus'));
        if (skus.size > MAX_SKUS) throw invalidInput(`At most ${MAX_SKUS} SKUs`);
        const [offset, madeAt] = readToken(query.get('nextToken'), now);
        if (now - madeAt > TOKEN_LIFE_MS) throw invalidInput('The next token has expired');
        const all = [...state.listings.values()].filter((listing) => skus.size === 0 || skus.has(listing.sku));
        const next = offset + PAGE_SIZE;
        const inventorySummaries = all.slice(offset, next).map((listing) => ({
          asin: listing.asin,
          fnSku: listing.fnSku,
          sellerSku: listing.sku,
          condition: CONDITIONS[listing.condition].fba,
          lastUpdatedTime: iso(listing.updatedAt),
          productName: listing.title,
          totalQuantity: listing.fbaQuantity,
        }));
        // The token is next to the payload, not in it.
        const pagination = next < all.length ? { pagination: { nextToken: Buffer.from(`${next} ${now}`).toString('base64url') } } : {};
        return { status: 200, body: { payload: { granularity: { granularityType, granularityId }, inventorySummaries }, ...pagination } };
      },
    },
  ];
}

function readToken(token: string | null, now: number): [offset: number, madeAt: number] {
  if (token === null) return [0, now];
  const [offset, madeAt] = Buffer.from(token, 'base64url').toString().split(' ').map(Number);
  if (!Number.isInteger(offset) || !Number.isInteger(madeAt)) throw invalidInput('The next token is not valid');
  return [offset ?? 0, madeAt ?? 0];
}
