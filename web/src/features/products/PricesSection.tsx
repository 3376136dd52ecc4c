import { priceHistory } from '@stowage/contract/price-lists/price-lists';
import { type ProductFee, type ProductPrice, productFees, productPrices } from '@stowage/contract/products/products';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { dollars, moneyText } from '../../ui/format/money.ts';
import { When } from '../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

/** What the price list says of each GTIN, and what it said before. */
export function PricesSection({ productId }: { productId: number }) {
  const prices = useQuery(queryFor(productPrices, { params: { id: productId } }));
  return (
    <Card title="Price history" description="Costs and MAPs of the price list, newest first.">
      {prices.isPending && <SkeletonRows count={3} />}
      {prices.isError && <ErrorState title="The prices could not be loaded" detail={prices.error.message} onRetry={() => void prices.refetch()} />}
      {prices.data?.length === 0 && <EmptyState title="The price list has no GTIN of this product" />}
      {prices.data?.map((price) => (
        <PriceItem key={price.item_id} price={price} />
      ))}
    </Card>
  );
}

type Change = { uploadId: number; changedAt: string; fileName: string; changedBy: string; newCost: number | null; newMap: number | null; undone: boolean };

const CHANGE_COLUMNS: readonly Column<Change>[] = [
  { heading: 'Time', cell: ({ changedAt }) => dateTime24(new Date(changedAt)) },
  { heading: 'File', isTitle: true, cell: ({ fileName }) => fileName },
  { heading: 'Cost', align: 'right', cell: ({ newCost }) => dollars(newCost) },
  { heading: 'MAP', align: 'right', cell: ({ newMap }) => dollars(newMap) },
  { heading: 'User', cell: ({ changedBy }) => changedBy },
];

function PriceItem({ price: { item_id, gtin, vendor, cost, map } }: { price: ProductPrice }) {
  const history = useQuery(queryFor(priceHistory, { params: { id: item_id } }));
  return (
    <section aria-label={`Prices of ${gtin}`} className="border-t border-line">
      <p className="flex flex-wrap gap-x-4 px-4 py-2.5">
        <Identifier value={gtin} label="GTIN" /> <span>{vendor}</span> <span>Cost {moneyText(cost)}</span> <span>MAP {moneyText(map)}</span>
      </p>
      {history.isPending && <SkeletonRows count={1} />}
      {history.isError && <ErrorState title="The history could not be loaded" detail={history.error.message} onRetry={() => void history.refetch()} />}
      {history.data !== undefined && history.data.length > 0 && (
        <DataTable
          label={`Price history of ${gtin}`}
          columns={CHANGE_COLUMNS}
          rows={history.data}
          keyOf={({ uploadId }) => uploadId}
          isStruck={({ undone }) => undone}
        />
      )}
    </section>
  );
}

const FEE_COLUMNS: readonly Column<ProductFee>[] = [
  { heading: 'Seller SKU', isTitle: true, cell: ({ seller_sku }) => <Identifier value={seller_sku} label="seller SKU" /> },
  { heading: 'At price', align: 'right', cell: ({ price }) => moneyText(price) },
  { heading: 'Referral', align: 'right', cell: ({ referral }) => moneyText(referral) },
  { heading: 'Fulfilment', align: 'right', cell: ({ fulfilment }) => moneyText(fulfilment) },
  { heading: 'Total', align: 'right', cell: ({ total, error }) => (total === null ? (error ?? 'N/A') : moneyText(total)) },
  { heading: 'As of', cell: ({ read_at }) => <When text={read_at} /> },
];

/** What the marketplace takes. */
export function FeesSection({ productId }: { productId: number }) {
  const fees = useQuery(queryFor(productFees, { params: { id: productId } }));
  return (
    <Card title="Fees">
      {fees.isPending && <SkeletonRows count={2} />}
      {fees.isError && <ErrorState title="The fees could not be loaded" detail={fees.error.message} onRetry={() => void fees.refetch()} />}
      {fees.data?.length === 0 && <EmptyState title="No fees are known">They are asked for every night, for listings that the marketplace shows.</EmptyState>}
      {fees.data !== undefined && fees.data.length > 0 && (
        <DataTable label="Fees" columns={FEE_COLUMNS} rows={fees.data} keyOf={({ seller_sku }) => seller_sku} />
      )}
    </Card>
  );
}
