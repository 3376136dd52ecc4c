import { AUDIT_PAGE_SIZE, type AuditEntry, actorOf, auditLogFilters, exportAuditLog, listAuditLog } from '@stowage/contract/audit-log/audit-log';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import { useListQuery } from '../../api/live-query.ts';
import { queryFor } from '../../api/query.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { ListBar } from '../../shared/list/ListBar.tsx';
import { ListTable } from '../../shared/list/ListTable.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { pickParts } from '../../shared/list/views/view-address.ts';
import { Card } from '../../ui/Card.tsx';
import { dateFormat, dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { Column } from '../../ui/table/column.ts';
import { useCursorList } from '../../ui/table/list-address.ts';
import { useDialogRow } from '../../ui/table/rows/use-dialog-row.ts';
import { AuditLogFilters, auditLogChips } from './AuditLogFilters.tsx';
import type { AuditLogAddress } from './audit-log-address.ts';
import { Difference } from './Difference.tsx';
import { ActionBadge, EntryDrawer, kindName } from './EntryDrawer.tsx';

/** Longer names may break anywhere. */
const MAX_UNBROKEN_NAME = 24;

/** The parts of the address that a view has: the filters. */
const VIEWED = ['actor', 'by', 'kind', 'record', 'action', 'from', 'to'] as const;

export function AuditLogPage({ address, onAddress }: AddressProps<AuditLogAddress>) {
  const { after } = address;
  const filter = { ...pickParts(address, VIEWED), timeZone: dateFormat().timeZone };
  const entries = useListQuery(listAuditLog, { query: { ...filter, after } });
  const filters = useQuery(queryFor(auditLogFilters, {}));
  const next = entries.data?.next ?? undefined;
  const { narrow, pages } = useCursorList({ address, onAddress, cursor: 'after' });
  const onRecord = (kind: string, record: string) => narrow({ kind, record, entry: undefined });
  const onOpen = (entry: string | undefined) => onAddress({ entry });
  const list = useList({ name: 'audit-log', address, onAddress, narrow, parts: VIEWED, columns: columns(onRecord, onOpen) });
  // New entries may push it out of the page, which is read again when the person returns to the window.
  const opened = useDialogRow(entries.data?.data, 'id', address.entry);
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
          <ListTable
            label="Audit log"
            list={list}
            rows={data}
            keyOf={({ id }) => id}
            next={next === undefined ? undefined : { ...address, after: next }}
            onOpen={({ id }) => onOpen(id)}
          />
        )}
      </QueryResult>
      <CursorPages size={AUDIT_PAGE_SIZE} isLoading={entries.isPlaceholderData} {...pages(next)} />
      <EntryDrawer entry={opened} onOpen={onOpen} onRecord={onRecord} />
    </Card>
  );
}

type OnRecord = (kind: string, record: string) => void;

function columns(onRecord: OnRecord, onOpen: (id: string) => void): readonly Column<AuditEntry>[] {
  return [
    {
      heading: 'Time',
      isTitle: true,
      cell: ({ id, at }) => (
        <button type="button" className="min-h-7 text-left text-accent hover:underline" onClick={() => onOpen(id)}>
          <time dateTime={at}>{dateTime24(new Date(at))}</time>
        </button>
      ),
    },
    { heading: 'Who', cell: (entry) => <span title={entry.requestId ?? undefined}>{actorOf(entry)}</span> },
    { heading: 'Action', cell: ({ action }) => <ActionBadge action={action} /> },
    {
      heading: 'Record',
      cell: ({ recordKind, recordId, recordName, records }) => (
        <span>
          {kindName(recordKind)}{' '}
          {recordId === null ? (
            records > 1 && `× ${numberText(records)}`
          ) : (
            <button
              type="button"
              className={`inline-flex min-h-7 items-center text-left text-accent hover:underline ${(recordName ?? recordId).length > MAX_UNBROKEN_NAME ? '[overflow-wrap:anywhere]' : 'whitespace-nowrap'}`}
              aria-label={`Only ${kindName(recordKind)} ${recordName ?? recordId}`}
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
