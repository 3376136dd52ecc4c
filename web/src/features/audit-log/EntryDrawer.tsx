import { AUDITED_KINDS, type AuditEntry, actorOf } from '@stowage/contract/audit-log/audit-log';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { RecordNeighbors } from '../../shared/list/RecordNeighbors.tsx';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/dialog/Drawer.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { useLastRow } from '../../ui/table/rows/use-last-row.ts';
import { Difference } from './Difference.tsx';

const TONES: Readonly<Record<string, Tone>> = { CREATED: 'good', CHANGED: 'warn', DELETED: 'bad' };

interface EntryDrawerProps {
  /** The drawer is closed without one. */
  readonly entry: AuditEntry | undefined;
  readonly onOpen: (id: string | undefined) => void;
  /** Shows only the entries of a record. */
  readonly onRecord: (kind: string, record: string) => void;
}

/** One entry of the audit log with all its fields, and the way to the entries next to it. */
export function EntryDrawer({ entry, onOpen, onRecord }: EntryDrawerProps) {
  const lastRow = useLastRow(entry?.id);
  return (
    <Drawer label="Entry of the audit log" side="right" isWide open={entry !== undefined} onClose={() => onOpen(undefined)} returnFocusTo={lastRow}>
      {entry !== undefined && (
        <div className="grid gap-4 p-5">
          <div className="flex min-h-9 items-center">
            <RecordNeighbors list="audit-log" record={entry.id} onOpen={onOpen} />
          </div>
          <Facts facts={factsOf(entry)} />
          <section aria-label="Change">
            <h3 className="mb-1 font-semibold">Change</h3>
            <Difference entry={entry} isWhole />
          </section>
          {entry.recordId !== null && (
            <div>
              <Button onClick={() => onRecord(entry.recordKind, entry.recordId ?? '')}>Only entries of this record</Button>
            </div>
          )}
        </div>
      )}
    </Drawer>
  );
}

function factsOf(entry: AuditEntry): readonly Fact[] {
  const { at, action, recordKind, recordId, recordName, records, requestId } = entry;
  return [
    ['Time', dateTime24(new Date(at))],
    ['Who', actorOf(entry)],
    ['Action', <ActionBadge key="action" action={action} />],
    ['Kind of record', kindName(recordKind)],
    ['Record', recordId === null ? `${numberText(records)} records` : (recordName ?? recordId)],
    ['Request', requestId === null ? 'N/A' : <Identifier key="request" value={requestId} label="request" />],
  ];
}

export function ActionBadge({ action }: { action: string }) {
  const words = action.replaceAll('_', ' ').toLowerCase();
  return <Badge tone={TONES[action] ?? 'neutral'}>{words.charAt(0).toUpperCase() + words.slice(1)}</Badge>;
}

export function kindName(kind: string): string {
  return AUDITED_KINDS[kind] ?? kind.replaceAll('_', ' ');
}
