import { AUDITED_KINDS, type AuditEntry, auditLogFilters, exportAuditLog, listAuditLog } from '@stowage/contract/audit-log/audit-log';
import { useQuery } from '@tanstack/react-query';
import { useListQuery } from '../../api/live-query.ts';
import { queryFor } from '../../api/query.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { dateFormat, dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { AuditLogFilters } from './AuditLogFilters.tsx';
import type { AuditLogAddress } from './audit-log-address.ts';
import { Difference } from './Difference.tsx';

/** Longer names may break anywhere. */
const MAX_UNBROKEN_NAME = 24;

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = { CREATED: 'good', CHANGED: 'warn', DELETED: 'bad' };

export function AuditLogPage({ address, onAddress }: AddressProps<AuditLogAddress>) {
  const { after, ...chosen } = address;
  const filter = { ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)), timeZone: dateFormat().timeZone };
  const entries = useListQuery(listAuditLog, { query: { ...filter, after } });
  const filters = useQuery(queryFor(auditLogFilters, {}));
  const next = entries.data?.next ?? null;
  return (
    <Card title="Audit log" aside={<ExportButton endpoint={exportAuditLog} input={{ query: filter }} name="audit-log.csv" />}>
      <AuditLogFilters address={address} known={filters.data} onAddress={(change) => onAddress({ ...change, after: undefined })} />
      <QueryResult
        query={entries}
        rows={8}
        failure="The audit log could not be loaded"
        empty={<EmptyState title="No results">Change or clear the filters.</EmptyState>}
      >
        {({ data }) => (
          <DataTable label="Audit log" columns={columns((kind, record) => onAddress({ kind, record, after: undefined }))} rows={data} keyOf={({ id }) => id} />
        )}
      </QueryResult>
      <div className="flex justify-end gap-2 px-3 py-2.5">
        <Button size="small" disabled={after === undefined} onClick={() => onAddress({ after: undefined })}>
          Newest
        </Button>
        <Button size="small" disabled={next === null || entries.isPlaceholderData} onClick={() => next !== null && onAddress({ after: next })}>
          Older
        </Button>
      </div>
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
