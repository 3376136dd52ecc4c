import { AUDIT_PAGE_SIZE, AUDITED_KINDS, type AuditEntry, auditLogFilters, exportAuditLog, listAuditLog } from '@stowage/contract/audit-log/audit-log';
import { useQuery } from '@tanstack/react-query';
import { useListQuery } from '../../api/live-query.ts';
import { queryFor } from '../../api/query.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { ListBar } from '../../shared/list/ListBar.tsx';
import { ListTable } from '../../shared/list/ListTable.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { pickParts } from '../../shared/list/view-address.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { dateFormat, dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { Column } from '../../ui/table/column.ts';
import { useCursorList } from '../../ui/table/list-address.ts';
import { AuditLogFilters, auditLogChips } from './AuditLogFilters.tsx';
import type { AuditLogAddress } from './audit-log-address.ts';
import { Difference } from './Difference.tsx';

/** Longer names may break anywhere. */
const MAX_UNBROKEN_NAME = 24;

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = { CREATED: 'good', CHANGED: 'warn', DELETED: 'bad' };

/** The parts of the address that a view has: the filters. */
const VIEWED = ['actor', 'by', 'kind', 'record', 'action', 'from', 'to'] as const;

export function AuditLogPage({ address, onAddress }: AddressProps<AuditLogAddress>) {
  const { after } = address;
  const filter = { ...pickParts(address, VIEWED), timeZone: dateFormat().timeZone };
  const entries = useListQuery(listAuditLog, { query: { ...filter, after } });
  const filters = useQuery(queryFor(auditLogFilters, {}));
  const next = entries.data?.next ?? undefined;
  const { narrow, pages } = useCursorList({ address, onAddress, cursor: 'after' });
  const list = useList({ name: 'audit-log', address, onAddress, narrow, parts: VIEWED, columns: columns((kind, record) => narrow({ kind, record })) });
  return (
    <Card title="Audit log" aside={<ExportButton endpoint={exportAuditLog} input={{ query: filter }} name="audit-log.csv" />}>
      <AuditLogFilters address={address} known={filters.data} onAddress={narrow} />
      <ListBar list={list} chips={auditLogChips(address, filters.data)} />
      <QueryResult
        query={entries}
        rows={8}
        failure="The audit log could not be loaded"
        empty={<EmptyState title="No results">Change or clear the filters.</EmptyState>}
      >
        {({ data }) => (
          <ListTable label="Audit log" list={list} rows={data} keyOf={({ id }) => id} next={next === undefined ? undefined : { ...address, after: next }} />
        )}
      </QueryResult>
      <CursorPages size={AUDIT_PAGE_SIZE} isLoading={entries.isPlaceholderData} {...pages(next)} />
    </Card>
  );
}

function columns(onRecord: (kind: string, record: string) => void): readonly Column<AuditEntry>[] {
  return [
    { heading: 'Time', isTitle: true, cell: ({ at }) => <time dateTime={at}>{dateTime24(new Date(at))}</time> },
    { heading: 'Who', cell: ({ actorName, requestId }) => <span title={requestId ?? undefined}>{actorName ?? 'System'}</span> },
    { heading: 'Action', cell: ({ action }) => <Badge tone={TONES[action] ?? 'neutral'}>{actionName(action)}</Badge> },
    {
      heading: 'Record',
      cell: ({ recordKind, recordId, recordName, records }) => (
        <span>
          {AUDITED_KINDS[recordKind] ?? recordKind.replaceAll('_', ' ')}{' '}
          {recordId === null ? (
            records > 1 && `× ${records.toLocaleString()}`
          ) : (
            <button
              type="button"
              className={`inline-flex min-h-6 items-center text-left text-accent hover:underline ${(recordName ?? recordId).length > MAX_UNBROKEN_NAME ? '[overflow-wrap:anywhere]' : 'whitespace-nowrap'}`}
              aria-label={`Only ${AUDITED_KINDS[recordKind] ?? recordKind} ${recordName ?? recordId}`}
              onClick={() => onRecord(recordKind, recordId)}
            >
              {recordName ?? recordId}
            </button>
          )}
        </span>
      ),
    },
    { heading: 'Change', cell: (entry) => <Difference entry={entry} /> },
  ];
}

function actionName(action: string): string {
  const words = action.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
