import { duplicateOwners } from '@stowage/contract/products/products';
import { RefusedError } from '../../../api/problem.ts';
import { ProductLink } from '../../../shared/product-links.tsx';
import { Banner } from '../../../ui/Banner.tsx';

/** Why it was not saved; a code that another product has leads there. */
export function DuplicateOwners({ error }: { error: Error | null }) {
  if (error === null) return null;
  const details = error instanceof RefusedError && error.reason === 'duplicate' ? duplicateOwners.safeParse(error.details) : undefined;
  if (details?.success !== true) {
    const hasFields = error instanceof RefusedError && error.status === 400;
    return <Banner tone="bad">{hasFields ? 'Not saved: look at the fields that are marked' : error.message}</Banner>;
  }
  return (
    <Banner tone="bad">
      <p>Not saved: a code belongs to another product already.</p>
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
