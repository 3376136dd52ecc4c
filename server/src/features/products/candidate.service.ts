import { displayGtin, normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';
import type { FoundCandidates, ProductCandidate } from '@stowage/contract/products/products';
import type { CatalogueCode, CatalogueItem } from '../../integrations/marketplace/calls/products.ts';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findMatches } from '../catalog/index.ts';
import { type IsLocation, otherMeaning } from './other-meaning.ts';
import { type KnownProduct, listByCodes, listKnown } from './product-owner.read-model.ts';

export interface CandidateService {
  /** What a code is: products that are here already; where there are none, what the marketplace has under it. */
  find(rawCode: string): Promise<FoundCandidates>;
}

interface Dependencies {
  readonly db: Database;
  readonly marketplaces: MarketplaceSource;
  readonly isLocation: IsLocation;
}

/** Somebody waits with the thing in hand, and can enter it all by hand. */
const ANSWER_MS = 6_000;
const ASIN = /^B[A-Z0-9]{9}$/;
const FNSKU = /^X[A-Z0-9]{9}$/;

export function createCandidateService({ db, marketplaces, isLocation }: Dependencies): CandidateService {
  return {
    async find(rawCode) {
      const code = normalizeCode(rawCode);
      const gtin14 = toGtin14(code);
      const field = gtin14 !== undefined ? 'gtin' : isAsin(code.toUpperCase()) ? 'asin' : FNSKU.test(code.toUpperCase()) ? 'fnsku' : null;
      const shown = gtin14 !== undefined ? displayGtin(gtin14) : field === null ? code : code.toUpperCase();
      const answer = (part: Partial<FoundCandidates>): FoundCandidates => ({ code: shown, field, known: [], candidates: [], problem: null, ...part });
      const known = await findKnown(db, code, gtin14);
      if (known.length > 0) return answer({ known });
      const other = await otherMeaning(code, isLocation);
      if (other !== undefined) return answer({ problem: `${code} is ${other}, and no code of a product` });
      if (field === null || field === 'fnsku') return answer({ problem: null });
      const asked = field === 'asin' ? { type: 'ASIN' as const, code: shown } : questionOf(shown);
      try {
        const items = await ask(marketplaces, asked);
        if (items === undefined) return answer({ problem: 'No marketplace account is connected: enter the product by hand' });
        return answer({ candidates: await withKnown(db, items) });
      } catch (error) {
        if (!(error instanceof MarketplaceError) && !isTimeout(error)) throw error;
        return answer({ problem: 'The marketplace’s catalogue does not answer now: try again, or enter the product by hand' });
      }
    },
  };
}

/** Of a book the ASIN is its ISBN-10. */
function isAsin(code: string): boolean {
  if (!/^\d{9}[\dX]$/.test(code)) return ASIN.test(code);
  return Array.from(code).reduce((sum, letter, nth) => sum + (10 - nth) * (letter === 'X' ? 10 : Number(letter)), 0) % 11 === 0;
}

/** The type under which the catalogue keeps a code: by how long it is printed. */
function questionOf(printed: string): CatalogueCode {
  return { type: printed.length === 12 ? 'UPC' : printed.length === 14 ? 'GTIN' : 'EAN', code: printed };
}

async function ask(marketplaces: MarketplaceSource, question: CatalogueCode): Promise<CatalogueItem[] | undefined> {
  const marketplace = await marketplaces.current();
  return marketplace?.until(AbortSignal.timeout(ANSWER_MS), { isPatient: false }).findCatalogueItems(question);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

async function findKnown(db: Database, code: string, gtin14: string | undefined): Promise<KnownProduct[]> {
  const matches = await findMatches(db, code);
  const unlisted = gtin14 === undefined ? [] : await listByCodes(db, { asins: [], gtin14 });
  return listKnown(db, [...new Set([...matches.map(({ product }) => product.id), ...unlisted.map((row) => row.product_id)])]);
}

async function withKnown(db: Database, items: readonly CatalogueItem[]): Promise<ProductCandidate[]> {
  const owners = await listByCodes(db, { asins: items.map(({ asin }) => asin.toUpperCase()) });
  const products = await listKnown(db, [...new Set(owners.map((owner) => owner.product_id))]);
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
