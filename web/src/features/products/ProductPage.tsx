import { conditionName } from '@stowage/contract/catalog/conditions';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { Label } from '@stowage/contract/labels/labels';
import type { Permission } from '@stowage/contract/permissions';
import { productCases, productMovements, productOrders, productPoLines, productStock } from '@stowage/contract/products/product-sections';
import { getProduct, type Product, type ProductListing } from '@stowage/contract/products/products';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTopic } from '../../api/live.ts';
import { RefusedError } from '../../api/problem.ts';
import { queryFor, useInvalidate } from '../../api/query.ts';
import { useThrottled } from '../../api/use-throttled.ts';
import { RecordDocuments } from '../../shared/documents/RecordDocuments.tsx';
import { AddProductLink } from '../../shared/product-links.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { EditProductDialog } from './edit/EditProductDialog.tsx';
import { ListingDialog } from './edit/ListingDialog.tsx';
import { ListSection } from './ListSection.tsx';
import { OffersSection, StrategiesSection } from './OffersSection.tsx';
import { FeesSection, PricesSection } from './PricesSection.tsx';
import { FactsCard, ListingsCard, ProductHeader } from './ProductHeader.tsx';
import type { PRODUCT_LISTS, ProductAddress } from './product-address.ts';
import { CASE_COLUMNS, MOVEMENT_COLUMNS, ORDER_COLUMNS, PO_LINE_COLUMNS, STOCK_COLUMNS } from './section-columns.tsx';

interface ProductPageProps extends AddressProps<ProductAddress> {
  readonly id: number;
  readonly may: (permission: Permission) => boolean;
  readonly onPrint: (labels: readonly Label[]) => void;
}

const REFRESH_MS = 1_000;

/** A product with its listings, stock and history. Each section loads independently. */
export function ProductPage({ id, address, onAddress, may, onPrint }: ProductPageProps) {
  const product = useQuery({ ...queryFor(getProduct, { params: { id } }), retry: (count, error) => count < 2 && !isGone(error) });
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void Promise.all([getProduct, productStock, productMovements].map(invalidate)), REFRESH_MS);
  useTopic(inventoryHistoryTopic, { onMessage: refresh, onReconnect: refresh });
  usePrintRequest(product.data, address, { onAddress, onPrint });
  if (isGone(product.error)) return <NotFound id={id} />;
  return (
    <QueryResult query={product} failure="The product could not be loaded" rows={8} stale={null}>
      {(loaded) => <Sections product={loaded} {...{ address, onAddress, may, onPrint }} />}
    </QueryResult>
  );
}

type SectionsProps = Omit<ProductPageProps, 'id'> & { readonly product: Product };

function Sections({ product, address, onAddress, may, onPrint }: SectionsProps) {
  const { id } = product;
  const mayWrite = may('catalogue.write');
  const close = () => onAddress({ dialog: undefined, listing: undefined });
  const list = (name: (typeof PRODUCT_LISTS)[number]) => ({
    productId: id,
    before: address[name],
    onBefore: (before: number | undefined, replaces?: boolean) => onAddress({ [name]: before }, replaces),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ProductHeader product={product} onEdit={mayWrite ? () => onAddress({ dialog: 'edit' }) : undefined} />
      <ListingsCard
        product={product}
        onAdd={mayWrite ? () => onAddress({ dialog: 'listing' }) : undefined}
        onEdit={mayWrite ? (listing) => onAddress({ dialog: 'listing', listing: listing.id }) : undefined}
        onPrint={(listing) => onPrint([labelOf(product, listing)])}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <FactsCard product={product} />
        {may('stock.read') && (
          <ListSection
            title="Stock by location"
            endpoint={productStock}
            columns={STOCK_COLUMNS}
            keyOf={(row) => `${row.location} ${row.listing_id}`}
            empty="Nothing in stock"
            {...list('stock')}
          />
        )}
      </div>
      {may('stock.read') && (
        <ListSection
          title="Movements"
          endpoint={productMovements}
          columns={MOVEMENT_COLUMNS}
          keyOf={(row) => row.id}
          isStruck={(row) => row.undone}
          empty="No movements yet"
          {...list('movements')}
        />
      )}
      {may('orders.read') && (
        <ListSection title="Orders" endpoint={productOrders} columns={ORDER_COLUMNS} keyOf={(row) => row.id} empty="No orders yet" {...list('orders')} />
      )}
      {may('purchasing.read') && (
        <ListSection
          title="Purchase order lines"
          endpoint={productPoLines}
          columns={PO_LINE_COLUMNS}
          keyOf={(row) => row.id}
          empty="No purchase order lines yet"
          {...list('lines')}
        />
      )}
      {may('cases.read') && (
        <ListSection title="Cases" endpoint={productCases} columns={CASE_COLUMNS} keyOf={(row) => row.id} empty="No cases" {...list('cases')} />
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {may('prices.read') && <PricesSection productId={id} />}
        {may('listings.read') && <FeesSection productId={id} />}
      </div>
      {may('listings.read') && <OffersSection listings={product.listings} />}
      {may('prices.read') && <StrategiesSection listings={product.listings} />}
      <RecordDocuments kind="PRODUCT" id={String(id)} label={product.title} />
      {mayWrite && address.dialog === 'edit' && <EditProductDialog product={product} mayPrice={may('prices.write')} onClose={close} />}
      {mayWrite && address.dialog === 'listing' && (
        <ListingDialog product={product} listing={product.listings.find((listing) => listing.id === address.listing)} onClose={close} />
      )}
    </div>
  );
}

function NotFound({ id }: { id: number }) {
  return (
    <EmptyState title="There is no such product">
      <p className="mb-3">
        {id > 0 ? `No product has the number ${id}.` : 'This address is not of a product.'} Search for it by a code or its name, or add it.
      </p>
      <AddProductLink />
    </EmptyState>
  );
}

function isGone(error: Error | null): boolean {
  return error instanceof RefusedError && (error.status === 404 || error.status === 400);
}

/** The label with the code that the marketplace requires on a unit. */
function labelOf(product: Product, { fnsku, seller_sku, condition }: ProductListing): Label {
  const code = fnsku ?? seller_sku ?? product.gtins[0] ?? String(product.id);
  return {
    code,
    title: product.title,
    detail: conditionName(condition),
    isLarge: false,
    productId: product.id,
    ...(product.item_code !== null && { itemCode: product.item_code }),
  };
}

/** Prints the label once if the address requests it. Replaces the address, so that going back does not print again. */
function usePrintRequest(
  product: Product | undefined,
  { dialog }: ProductAddress,
  { onAddress, onPrint }: Pick<ProductPageProps, 'onAddress' | 'onPrint'>,
): void {
  const isWanted = dialog === 'label' && product !== undefined;
  const print = useEffectEvent(() => {
    const listing = product?.listings[0];
    onAddress({ dialog: undefined }, true);
    if (product !== undefined && listing !== undefined) onPrint([labelOf(product, listing)]);
  });
  useEffect(() => {
    if (isWanted) print();
  }, [isWanted]);
}
