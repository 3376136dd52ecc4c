import type { AuditEntry } from '@stowage/contract/audit-log/audit-log';
import { deviceName } from '@stowage/contract/identity/device-name';
import { dateTime24 } from '../../ui/format/date-time.ts';

/** Further fields are collapsed. */
const MAX_SHOWN_FIELDS = 3;
const MAX_LENGTH = 120;
/** The server's placeholder for secrets. */
const HIDDEN = '•••';
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;

const NAMES: Readonly<Record<string, string>> = { password_hash: 'password', totp_secret: 'two-step sign-in', user_agent: 'device' };

/** The changed fields of a record with their old and new values. @param isWhole collapses no fields */
export function Difference({ entry, isWhole = false }: { entry: AuditEntry; isWhole?: boolean }) {
  const { before, after, recordId } = entry;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    // Fields that were and are empty say nothing.
    .filter((field) => field !== 'id' && [before, after].some((side) => valueText(field, side?.[field]) !== EMPTY));
  if (fields.length === 0) return recordId === null ? <span className="text-muted">Several records</span> : null;
  const count = isWhole ? fields.length : MAX_SHOWN_FIELDS;
  const rest = fields.slice(count);
  return (
    <>
      <Fields entry={entry} fields={fields.slice(0, count)} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-7 cursor-pointer items-center text-accent">{rest.length} more</summary>
          <Fields entry={entry} fields={rest} />
        </details>
      )}
    </>
  );
}

function Fields({ entry: { before, after }, fields }: { entry: AuditEntry; fields: readonly string[] }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
      {fields.map((field) => (
        <div key={field} className="flex min-w-0 flex-wrap gap-x-1.5">
          <dt className="text-muted">{NAMES[field] ?? wordsOf(field)}:</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-1.5 [overflow-wrap:anywhere]">
            <Sides field={field} before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface SidesProps extends Pick<AuditEntry, 'before' | 'after'> {
  readonly field: string;
}

function Sides({ field, before, after }: SidesProps) {
  const [old, now] = [before?.[field], after?.[field]];
  if (old === HIDDEN || now === HIDDEN) return <ins className="text-good no-underline">{secretText(old, now)}</ins>;
  return (
    <>
      {before !== null && (
        <del className="text-bad decoration-1">
          <span className="sr-only">before: </span>
          {valueText(field, old)}
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden>→</span>}
      {after !== null && (
        <ins className="text-good no-underline">
          <span className="sr-only">after: </span>
          {valueText(field, now)}
        </ins>
      )}
    </>
  );
}

/** Describes the change of a secret without its value. */
function secretText(old: unknown, now: unknown): string {
  if (old !== HIDDEN) return 'set';
  return now === HIDDEN ? 'changed' : 'removed';
}

/** `receiptId` and `receipt_id` are `receipt id`. */
function wordsOf(field: string): string {
  return field.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

const EMPTY = 'empty';

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'string' && (field === 'device' || field === 'user_agent')) return deviceName(value);
  if (typeof value === 'string' && MOMENT.test(value)) return dateTime24(new Date(value));
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.map(partText).join('; ') || EMPTY : partText(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** `id 41, quantity 6` for a record within a value. */
function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return typeof part === 'string' ? part : JSON.stringify(part);
  return Object.entries(part)
    .map(([name, value]) => `${wordsOf(name)} ${partText(value)}`)
    .join(', ');
}
