import { conditionName } from '@stowage/contract/catalog/conditions';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { COUNT_LINES_PAGE_SIZE, type CountLine, listCountLines } from '@stowage/contract/inventory/count-review';
import type { CountList, CountSession } from '@stowage/contract/inventory/counts';
import { useListQuery } from '../../../api/live-query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { type AddressProps, toPage } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { itemName } from '../history/item-name.ts';
import { CountedCell } from './CountedCell.tsx';
import type { CountAddress } from './count-address.ts';
import { isCountable, LIST_NAMES } from './count-names.tsx';
import { RemainingCausesForm } from './RemainingCausesForm.tsx';
import { RootCauseCell } from './RootCauseCell.tsx';

interface LinesCardProps extends AddressProps<CountAddress> {
  readonly count: CountSession;
  readonly isCounting: boolean;
}

const WHILE_COUNTING: readonly CountList[] = ['uncounted', 'counted', 'unexpected', 'unmatched'];
const AFTER_COUNTING: readonly CountList[] = ['differences', 'counted', 'unexpected', 'unmatched'];

/** A count's lines, in one tab per list. */
export function LinesCard({ count, address, onAddress, isCounting }: LinesCardProps) {
  const order = isCountable(count) ? WHILE_COUNTING : AFTER_COUNTING;
  const current = order.find((list) => list === address.list) ?? order[0] ?? 'counted';
  return (
    <Tabs
      label="Lines"
      current={current}
      tabs={order.map((name) => ({ name, label: `${LIST_NAMES[name]} (${numberText(count.lists[name])})` }))}
      onTab={(list) => onAddress({ list, page: undefined })}
    >
      <Lines key={current} {...{ count, isCounting, list: current, page: (address.page ?? 1) - 1 }} onPage={toPage(onAddress)} />
    </Tabs>
  );
}

interface LinesProps {
  readonly count: CountSession;
  readonly list: CountList;
  readonly isCounting: boolean;
  /** Zero-based. */
  readonly page: number;
  readonly onPage: (page: number, replaces?: boolean) => void;
}

function Lines({ count, list, isCounting, page, onPage }: LinesProps) {
  const lines = useListQuery(listCountLines, { params: { id: count.id }, query: { list, page } });
  return (
    <Card>
      {list === 'differences' && count.state === 'REVIEW' && (count.differences?.without_cause ?? 0) > 1 && <RemainingCausesForm count={count} />}
      <QueryResult
        query={lines}
        failure="The lines could not be loaded"
        empty={<EmptyState title={list === 'differences' ? 'No differences' : `${LIST_NAMES[list]}: no lines`} />}
      >
        {({ data, totalCount }) => (
          <>
            <DataTable label={LIST_NAMES[list]} columns={columnsOf(count, list, isCounting)} rows={data} keyOf={(line) => line.id} />
            <Pagination page={page} pageSize={COUNT_LINES_PAGE_SIZE} totalCount={totalCount} isOld={lines.isPlaceholderData} onPage={onPage} />
          </>
        )}
      </QueryResult>
    </Card>
  );
}

function columnsOf(count: CountSession, list: CountList, isCounting: boolean): readonly Column<CountLine>[] {
  const item: readonly Column<CountLine>[] = [
    { heading: 'Item', isTitle: true, cell: (line) => itemName(line) },
    { heading: 'Seller SKU', cell: (line) => <Identifier value={line.seller_sku} label="seller SKU" /> },
    { heading: 'Identifier', cell: (line) => <Identifier value={line.identifier} label="identifier" /> },
    { heading: 'Condition', cell: (line) => conditionName(line.sku_condition) },
    { heading: 'Location', cell: (line) => line.location },
  ];
  const isHidden = count.differences === null;
  const expected: Column<CountLine> = { heading: 'Expected', align: 'right', cell: (line) => unitsText(line.expected) };
  const counted: Column<CountLine> = { heading: 'Counted', align: 'right', cell: (line) => unitsText(line.counted) };
  if (isCounting) {
    const entry: Column<CountLine> = {
      heading: 'Counted',
      cell: (line) => (line.is_to_count ? <CountedCell countId={count.id} line={line} /> : unitsText(line.counted)),
    };
    return [...item, ...(isHidden ? [] : [expected]), entry, { heading: 'Stock', cell: (line) => <Moved line={line} /> }];
  }
  if (isHidden) return [...item, counted];
  if (list !== 'differences') return [...item, expected, counted, { heading: 'Stock', cell: (line) => <Moved line={line} /> }];
  return [
    ...item,
    expected,
    counted,
    ...(count.round > 1 ? [{ heading: 'First count', align: 'right', cell: (line: CountLine) => unitsText(line.counted_before) } as const] : []),
    { heading: 'Difference', align: 'right', cell: (line) => <strong>{signed(line.difference)}</strong> },
    { heading: 'Value', align: 'right', cell: (line) => dollars(line.value) },
    { heading: 'Booked now', align: 'right', cell: (line) => unitsText(line.on_hand) },
    { heading: 'Root cause', cell: (line) => <RootCauseCell count={count} line={line} /> },
  ];
}

function Moved({ line }: { line: CountLine }) {
  return line.moved ? <Badge tone="warn">Moved since the start</Badge> : '–';
}

function unitsText(value: number | null): string {
  return value === null ? '–' : numberText(value);
}

function signed(value: number | null): string {
  return value === null ? '–' : numberText(value, { signDisplay: 'exceptZero' });
}
