import { dollars, moneyText } from '@stowage/contract/formats/text/money-text';
import { priceHistory } from '@stowage/contract/price-lists/price-lists';
import { type ProductFee, type ProductPrice, productFees, productPrices } from '@stowage/contract/products/product-sections';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { When } from '../../ui/format/When.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

/** The price list's entry for each GTIN with its history. */
export function PricesSection({ productId }: { productId: number }) {
  const prices = useQuery(queryFor(productPrices, { params: { id: productId } }));
  return (
    <Card title="Price history" description="Costs and MAPs of the price list, newest first.">
      <QueryResult
        query={prices}
        rows={3}
        failure="The prices could not be loaded"
        empty={<EmptyState title="The price list has no entry for the GTINs of this product" />}
      >
        {(rows) => rows.map((price) => <PriceItem key={price.item_id} price={price} />)}
      </QueryResult>
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
      <QueryResult query={history} rows={1} failure="The history could not be loaded" empty={null}>
        {(rows) => (
          <DataTable
            label={`Price history of ${gtin}`}
            columns={CHANGE_COLUMNS}
            rows={rows}
            keyOf={({ uploadId }) => uploadId}
            isStruck={({ undone }) => undone}
          />
        )}
      </QueryResult>
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

export function FeesSection({ productId }: { productId: number }) {
  const fees = useQuery(queryFor(productFees, { params: { id: productId } }));
  return (
    <Card title="Fees">
      <QueryResult
        query={fees}
        rows={2}
        failure="The fees could not be loaded"
        empty={<EmptyState title="No fees yet">Stowage imports the fees of active Amazon listings every night.</EmptyState>}
      >
        {(rows) => <DataTable label="Fees" columns={FEE_COLUMNS} rows={rows} keyOf={({ seller_sku }) => seller_sku} />}
      </QueryResult>
    </Card>
  );
}
