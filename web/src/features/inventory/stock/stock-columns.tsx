import { conditionName } from '@stowage/contract/catalog/conditions';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { StockRow } from '@stowage/contract/inventory/stock';
import { Age } from '../../../shared/Age.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';

interface StockColumnsProps {
  readonly onOpen: (row: StockRow) => void;
}

const CHIPS = 2;

export function stockColumns({ onOpen }: StockColumnsProps): readonly Column<StockRow>[] {
  return [
    {
      heading: 'Item',
      isTitle: true,
      sort: 'item',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Photo url={row.image_url} />
          <button
            type="button"
            aria-label={`Open ${stockName(row)}`}
            onClick={() => onOpen(row)}
            className="min-h-8 rounded text-left font-medium text-accent hover:underline lg:line-clamp-2 lg:min-w-40"
          >
            {row.item_name}
          </button>
        </span>
      ),
    },
    {
      heading: 'SKU, FNSKU, ASIN, GTIN',
      name: 'Codes',
      sort: 'sku',
      cell: (row) => (
        <span className="grid justify-items-start">
          {row.seller_sku === null ? <Badge tone="warn">No SKU</Badge> : <Identifier value={row.seller_sku} label="seller SKU" />}
          <Identifier value={row.fnsku} label="FNSKU" />
          <Identifier value={row.asin} label="ASIN" />
          <Identifier value={row.gtin} label="GTIN" />
        </span>
      ),
    },
    { heading: 'Condition', sort: 'condition', cell: (row) => <span className="whitespace-nowrap">{conditionName(row.sku_condition)}</span> },
    { heading: 'On hand', align: 'right', sort: 'on_hand', cell: (row) => numberText(row.on_hand) },
    { heading: 'Pending', align: 'right', sort: 'pending', cell: (row) => some(row.pending) },
    { heading: 'Quarantine', align: 'right', sort: 'quarantine', cell: (row) => some(row.quarantine) },
    { heading: 'Available', align: 'right', sort: 'available', cell: (row) => <strong className="font-semibold">{numberText(row.available)}</strong> },
    { heading: 'Locations', sort: 'locations', cell: (row) => <Places row={row} /> },
    { heading: 'Amazon', sort: 'amazon', cell: (row) => <AmazonOffer row={row} /> },
    { heading: 'MAP', align: 'right', sort: 'map', cell: ({ map }) => (map === null ? 'N/A' : dollars(Number(map))) },
    {
      heading: 'Age, counted',
      name: 'Age',
      sort: 'counted',
      cell: (row) => (
        <span className="grid">
          <Age since={row.oldest_at} />
          <span className="text-muted">{row.last_counted_at === null ? 'Never' : <Age since={row.last_counted_at} />}</span>
        </span>
      ),
    },
  ];
}

/** The listing's name, with a number that distinguishes it from the product's other listings. */
export function stockName({ item_name, seller_sku, fnsku }: StockRow): string {
  return `${item_name}, ${seller_sku ?? fnsku ?? 'no SKU'}`;
}

function Places({ row: { locations, location_count } }: { row: StockRow }) {
  const shown = locations.slice(0, CHIPS);
  if (shown.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {shown.map(({ location, count }) => (
        <Badge key={location}>{`${location}: ${numberText(count)}`}</Badge>
      ))}
      {location_count > shown.length && <span className="text-muted">+{location_count - shown.length}</span>}
    </span>
  );
}

function AmazonOffer({ row: { marketplace_quantity, marketplace_price, sync_state } }: { row: StockRow }) {
  if (marketplace_quantity === null && marketplace_price === null) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap items-center gap-1.5 whitespace-nowrap">
      {marketplace_quantity !== null && <span>{numberText(marketplace_quantity)}</span>}
      {marketplace_price !== null && <span className="text-muted">at {dollars(Number(marketplace_price))}</span>}
      {sync_state === 'IN_SYNC' && <Badge tone="good">In sync</Badge>}
      {sync_state === 'SENDING' && <Badge>Sending</Badge>}
      {sync_state === 'REJECTED' && <Badge tone="bad">Rejected</Badge>}
      {sync_state === 'DRIFT' && <Badge tone="warn">Out of sync</Badge>}
    </span>
  );
}

function some(count: number) {
  return count === 0 ? <span className="text-muted">0</span> : numberText(count);
}
