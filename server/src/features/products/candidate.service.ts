import { displayGtin, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { ProductCandidate, ProductCandidates } from '@stowage/contract/products/products';
import type { CatalogCode, CatalogItem } from '../../integrations/marketplace/calls/product-answers.ts';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { matchCode } from '../catalog/index.ts';
import { type IsLocation, reservedMeaning } from './code-meaning.ts';
import { listByCodes, listKnownProducts } from './product-code.read-model.ts';

interface Dependencies {
  readonly db: Database;
  readonly marketplaces: MarketplaceSource;
  readonly isLocation: IsLocation;
}

/** A person waits for the answer and can enter the product by hand. */
const TIMEOUT_MS = 6_000;
const ASIN = /^B[A-Z0-9]{9}$/;
const FNSKU = /^X[A-Z0-9]{9}$/;

/** Looks a code up among the existing products, and otherwise in the marketplace's catalog. */
export function createCandidateFinder({ db, marketplaces, isLocation }: Dependencies) {
  return async (rawCode: string): Promise<ProductCandidates> => {
    const code = normalizeCode(rawCode);
    const gtin14 = toGtin14(code);
    const field = gtin14 !== undefined ? 'gtin' : isAsin(code.toUpperCase()) ? 'asin' : FNSKU.test(code.toUpperCase()) ? 'fnsku' : null;
    const normalized = gtin14 !== undefined ? displayGtin(gtin14) : field === null ? code : code.toUpperCase();
    const answer = (part: Partial<ProductCandidates>): ProductCandidates => ({ code: normalized, field, known: [], candidates: [], problem: null, ...part });
    const known = await findKnownProducts(db, code, gtin14);
    if (known.length > 0) return answer({ known });
    const meaning = await reservedMeaning(code, isLocation);
    if (meaning !== undefined) return answer({ problem: `${code} is ${meaning}, not a product code` });
    if (field === null || field === 'fnsku') return answer({ problem: null });
    try {
      const items = await findCatalogItems(marketplaces, field === 'asin' ? { type: 'ASIN', code: normalized } : toCatalogCode(normalized));
      if (items === undefined) return answer({ problem: 'No Amazon account is connected. Enter the product by hand.' });
      return answer({ candidates: await toCandidates(db, items) });
    } catch (error) {
      if (!(error instanceof MarketplaceError) && !isTimeout(error)) throw error;
      return answer({ problem: 'Amazon’s catalog does not answer. Try again, or enter the product by hand.' });
    }
  };
}

/** A book's ASIN is its ISBN-10. */
function isAsin(code: string): boolean {
  if (!/^\d{9}[\dX]$/.test(code)) return ASIN.test(code);
  return Array.from(code).reduce((sum, letter, index) => sum + (10 - index) * (letter === 'X' ? 10 : Number(letter)), 0) % 11 === 0;
}

/** The length of a printed code decides its type in the marketplace's catalog. */
function toCatalogCode(printed: string): CatalogCode {
  return { type: printed.length === 12 ? 'UPC' : printed.length === 14 ? 'GTIN' : 'EAN', code: printed };
}

async function findCatalogItems(marketplaces: MarketplaceSource, code: CatalogCode): Promise<CatalogItem[] | undefined> {
  const marketplace = await marketplaces.current();
  return marketplace?.until(AbortSignal.timeout(TIMEOUT_MS), { isPatient: false }).findCatalogItems(code);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

async function findKnownProducts(db: Database, code: string, gtin14: string | undefined) {
  const matches = await matchCode(db, code);
  const unlisted = gtin14 === undefined ? [] : await listByCodes(db, { asins: [], gtin14 });
  return listKnownProducts(db, [...new Set([...matches.map(({ product }) => product.id), ...unlisted.map((row) => row.product_id)])]);
}

async function toCandidates(db: Database, items: readonly CatalogItem[]): Promise<ProductCandidate[]> {
  const owners = await listByCodes(db, { asins: items.map(({ asin }) => asin.toUpperCase()) });
  const products = await listKnownProducts(db, [...new Set(owners.map((owner) => owner.product_id))]);
  return items.map((item) => {
    const owner = owners.find(({ asin }) => asin === item.asin.toUpperCase());
    return {
      asin: item.asin,
      title: item.title ?? null,
      brand: item.brand ?? null,
      image_url: item.imageUrl ?? null,
      pack_size: item.packSize ?? null,
      gtins: item.gtins.flatMap((code) => toGtin14(code) ?? []).map(displayGtin),
      known: products.find((product) => product.product_id === owner?.product_id) ?? null,
    };
  });
}
