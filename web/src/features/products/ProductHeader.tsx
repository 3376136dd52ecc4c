import { conditionName } from '@stowage/contract/catalog/conditions';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { Product, ProductListing } from '@stowage/contract/products/products';
import { Pencil, Plus, Printer } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { Photo } from '../../ui/format/Photo.tsx';
import { When } from '../../ui/format/When.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

export function ProductHeader({ product, onEdit }: { product: Product; onEdit: (() => void) | undefined }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="flex min-w-0 flex-1 items-start gap-4">
        <Photo url={product.image_url} size="large" />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{product.title}</h2>
          <p className="text-muted">{[product.brand, product.vendor].filter((text) => text !== null).join(' · ')}</p>
        </div>
      </div>
      {onEdit !== undefined && (
        <Button look="primary" onClick={onEdit}>
          <Pencil size={16} aria-hidden /> Edit
        </Button>
      )}
    </header>
  );
}

export function FactsCard({ product }: { product: Product }) {
  const { length, width, height } = product;
  const size = [length, width, height].every((side) => side !== null) ? `${Number(length)} × ${Number(width)} × ${Number(height)} in` : 'N/A';
  const facts: readonly Fact[] = [
    ['GTINs', product.gtins.length === 0 ? 'N/A' : product.gtins.map((gtin) => <Code key={gtin} value={gtin} label="GTIN" />)],
    ['Item code', <Code key="item" value={product.item_code} label="item code" />],
    ['Vendor', product.vendor ?? 'N/A'],
    ['Cost', moneyText(product.cost)],
    ['MAP', moneyText(product.map)],
    ['Default condition', conditionName(product.default_condition)],
    ['Weight', product.weight === null ? 'N/A' : `${Number(product.weight)} lb`],
    ['Size', size],
    ['Case pack', product.case_pack === null ? 'N/A' : numberText(product.case_pack)],
    ['Return instructions', product.returns_guidance ?? 'None'],
    ['Notes', product.notes ?? 'None'],
    ['Added', <When key="since" text={product.created_at} />],
  ];
  return (
    <Card title="Product">
      <Facts facts={facts} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 px-4 pb-4" valueClass="whitespace-pre-line" />
    </Card>
  );
}

function Code({ value, label }: { value: string | null; label: string }) {
  return (
    <span className="block">
      <Identifier value={value} label={label} />
    </span>
  );
}

interface ListingsCardProps {
  readonly product: Product;
  /** Absent without permission to change products. */
  readonly onAdd: (() => void) | undefined;
  readonly onEdit: ((listing: ProductListing) => void) | undefined;
  readonly onPrint: (listing: ProductListing) => void;
}

/** The listings of the product with their stock. */
export function ListingsCard({ product, onAdd, onEdit, onPrint }: ListingsCardProps) {
  return (
    <Card
      title="Listings"
      aside={
        onAdd !== undefined && (
          <Button size="small" onClick={onAdd}>
            <Plus size={14} aria-hidden /> Add Listing
          </Button>
        )
      }
    >
      {product.listings.length === 0 ? (
        <EmptyState title="No listings yet">Add a listing so that the codes of this product can be scanned.</EmptyState>
      ) : (
        <DataTable label="Listings" columns={columns(onEdit, onPrint)} rows={product.listings} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

function columns(onEdit: ListingsCardProps['onEdit'], onPrint: ListingsCardProps['onPrint']): readonly Column<ProductListing>[] {
  const nameOf = ({ seller_sku, fnsku, condition }: ProductListing) => seller_sku ?? fnsku ?? conditionName(condition);
  return [
    { heading: 'Condition', isTitle: true, cell: ({ condition }) => conditionName(condition) },
    { heading: 'Seller SKU', cell: ({ seller_sku }) => <Identifier value={seller_sku} label="seller SKU" /> },
    { heading: 'FNSKU', cell: ({ fnsku }) => <Identifier value={fnsku} label="FNSKU" /> },
    { heading: 'ASIN', cell: ({ asin }) => <Identifier value={asin} label="ASIN" /> },
    { heading: 'Channel', cell: ({ channel }) => (channel === 'FBA' ? 'FBA' : 'Seller') },
    { heading: 'On hand', align: 'right', cell: ({ on_hand }) => numberText(on_hand) },
    { heading: 'Pending', align: 'right', cell: ({ pending }) => numberText(pending) },
    { heading: 'Quarantine', align: 'right', cell: ({ quarantine }) => numberText(quarantine) },
    { heading: 'Available', align: 'right', cell: ({ available }) => numberText(available) },
    {
      heading: 'Actions',
      isAction: true,
      cell: (listing) => (
        <span className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Print label of ${nameOf(listing)}`} onClick={() => onPrint(listing)}>
            <Printer size={14} aria-hidden /> Label
          </Button>
          {onEdit !== undefined && (
            <Button size="small" aria-label={`Edit listing ${nameOf(listing)}`} onClick={() => onEdit(listing)}>
              <Pencil size={14} aria-hidden /> Edit
            </Button>
          )}
        </span>
      ),
    },
  ];
}
