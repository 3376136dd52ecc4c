import { addressPart } from '@stowage/contract/formats/address-text';
import { PackagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../api/session.ts';

/** A link to a product's page; plain text when there is no product. */
export function ProductLink({ id, children }: { id: number | null | undefined; children: ReactNode }) {
  if (id === null || id === undefined) return <>{children}</>;
  return (
    <a href={`/products/${id}`} className="link">
      {children}
    </a>
  );
}

/** A link that adds a product, with an unknown code if there is one. Hidden without the permission. */
export function AddProductLink({ code }: { code?: string }) {
  if (!useMay('catalogue.write')) return null;
  return (
    <a
      href={code === undefined ? '/products/new' : `/products/new?code=${addressPart(code)}`}
      aria-label={code === undefined ? undefined : `Add Product ${code}`}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-edge bg-surface px-2.5 text-[13px] font-medium text-ink hover:bg-sunken max-sm:min-h-11"
    >
      <PackagePlus size={14} aria-hidden /> Add Product
    </a>
  );
}
