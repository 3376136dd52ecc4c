import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ProductCandidate, ProductCandidates } from '@stowage/contract/products/products';
import { ProductLink } from '../../../shared/product-links.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';

/** The existing products with the code. */
export function KnownProducts({ known }: Pick<ProductCandidates, 'known'>) {
  return (
    <ul aria-label="Existing products" className="grid gap-2">
      {known.map(({ product_id, title, image_url, seller_sku }) => (
        <li key={product_id} className="flex items-center gap-3 rounded-card border border-good bg-good-soft p-3">
          <Photo url={image_url} size="large" />
          <div className="grid min-w-0 gap-1">
            <p className="font-semibold">{title}</p>
            <p className="font-mono text-[13px]">{seller_sku}</p>
            <p>
              Already exists: <ProductLink id={product_id}>open it</ProductLink>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface CandidateListProps {
  readonly candidates: readonly ProductCandidate[];
  readonly chosen: string | undefined;
  readonly onChoose: (candidate: ProductCandidate) => void;
}

/** The marketplace's products with the code; several may share it. */
export function CandidateList({ candidates, chosen, onChoose }: CandidateListProps) {
  return (
    <ul aria-label="Amazon products" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {candidates.map((candidate) => {
        const { asin, title, brand, image_url, pack_size, known } = candidate;
        return (
          <li key={asin} className={`flex gap-3 rounded-card border p-3 ${chosen === asin ? 'border-accent bg-accent-soft' : 'border-line'}`}>
            <Photo url={image_url} size="large" />
            <div className="grid min-w-0 flex-1 content-start justify-items-start gap-1">
              <p className="font-semibold [overflow-wrap:anywhere]">{title ?? 'No title'}</p>
              <p className="text-muted">
                {[brand, pack_size === null ? null : pack_size === 1 ? 'single' : `pack of ${numberText(pack_size)}`].filter(Boolean).join(' · ')}
              </p>
              <p className="font-mono text-[13px]">{asin}</p>
              {known === null ? (
                <Button size="small" aria-pressed={chosen === asin} aria-label={`Use ${asin}, ${title ?? 'no title'}`} onClick={() => onChoose(candidate)}>
                  {chosen === asin ? 'Chosen' : 'Use this'}
                </Button>
              ) : (
                <p>
                  Already exists: <ProductLink id={known.product_id}>open it</ProductLink>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
