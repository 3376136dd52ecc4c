import { dollars } from '@stowage/contract/formats/text/money-text';
import { listMapViolations, type MapViolation, VIOLATIONS_PAGE_SIZE } from '@stowage/contract/pricing/map-compliance';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { dayText } from '../../../ui/format/date-time.ts';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';

interface OffersDialogProps {
  readonly day: string;
  readonly name: string;
  /** The accounts of that name. */
  readonly competitorIds: number[];
  readonly onClose: () => void;
}

const COLUMNS: readonly Column<MapViolation>[] = [
  { heading: 'ASIN', isTitle: true, cell: ({ asin }) => <Identifier value={asin} label="ASIN" /> },
  { heading: 'Product Title', cell: ({ title }) => title ?? 'N/A' },
  { heading: 'Seller ID', cell: ({ sellerId }) => <Identifier value={sellerId} label="Seller ID" /> },
  { heading: 'Price', align: 'right', cell: ({ price }) => dollars(price) },
  { heading: 'Shipping', align: 'right', cell: ({ shipping }) => dollars(shipping) },
  { heading: 'MAP', align: 'right', cell: ({ map }) => dollars(map) },
  { heading: 'Below MAP', align: 'right', cell: ({ below }) => dollars(below) },
  { heading: 'Seen', cell: ({ readAt }) => <When text={readAt} /> },
];

/** The offers of a competitor below the MAP on one day. */
export function OffersDialog({ day, name, competitorIds, onClose }: OffersDialogProps) {
  const [page, setPage] = useState(0);
  const body = { startDate: day, endDate: day, competitorIds, page };
  const offers = useListQuery(listMapViolations, { body });
  return (
    <Dialog title={`${name}, ${dayText(day)}`} description="Offers below the minimum advertised price" size="wide" open onClose={onClose}>
      <QueryResult query={offers} failure="The offers could not be loaded" empty={<EmptyState title="No offer was below the MAP on this day" />}>
        {({ data, totalCount }) => (
          <>
            <DataTable label="Offers below the MAP" columns={COLUMNS} rows={data} keyOf={({ asin, sellerId }) => `${asin} ${sellerId}`} />
            {totalCount > VIOLATIONS_PAGE_SIZE && <Pagination page={page} pageSize={VIOLATIONS_PAGE_SIZE} totalCount={totalCount} onPage={setPage} />}
          </>
        )}
      </QueryResult>
    </Dialog>
  );
}
