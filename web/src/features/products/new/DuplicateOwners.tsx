import { duplicateOwners } from '@stowage/contract/products/products';
import { RefusedError } from '../../../api/problem.ts';
import { ProductLink } from '../../../shared/product-links.tsx';
import { Banner } from '../../../ui/Banner.tsx';

/** The error of saving, with links to products that already have one of the codes. */
export function DuplicateOwners({ error }: { error: Error | null }) {
  if (error === null) return null;
  const details = error instanceof RefusedError && error.reason === 'duplicate' ? duplicateOwners.safeParse(error.details) : undefined;
  if (details?.success !== true) {
    const hasFields = error instanceof RefusedError && error.status === 400;
    return <Banner tone="bad">{hasFields ? 'Not saved. Check the marked fields.' : error.message}</Banner>;
  }
  return (
    <Banner tone="bad">
      <p>Not saved. Another product already has a code:</p>
      <ul>
        {details.data.owners.map(({ field, value, product_id, title }) => (
          <li key={field}>
            <span className="font-mono">{value}</span>: <ProductLink id={product_id}>{title}</ProductLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
