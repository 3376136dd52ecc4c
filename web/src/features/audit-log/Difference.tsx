import type { AuditEntry } from '@stowage/contract/audit-log/audit-log';
import { deviceName } from '@stowage/contract/identity/device-name';
import { dateTime24 } from '../../ui/format/date-time.ts';

/** Fields that are seen at once; the others are opened. */
const SHOWN = 3;
const MAX_LENGTH = 120;
/** What stands in place of a secret. */
const HIDDEN = '•••';
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;

const NAMES: Readonly<Record<string, string>> = { password_hash: 'password', totp_secret: 'two-step sign-in', user_agent: 'device' };

/** What of a record is what now, and what it was. */
export function Difference({ entry }: { entry: AuditEntry }) {
  const { before, after, recordId } = entry;
  const isChange = before !== null && after !== null;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    // What was left empty when a record was made, or is when it is gone, tells nothing.
    .filter((field) => field !== 'id' && (isChange || show(field, (before ?? after)?.[field]) !== NOTHING));
  if (fields.length === 0) return recordId === null ? <span className="text-muted">Many at once</span> : null;
  const rest = fields.slice(SHOWN);
  return (
    <>
      <Fields entry={entry} fields={fields.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-accent">{rest.length} more</summary>
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
          <dt className="text-muted">{NAMES[field] ?? field.replaceAll('_', ' ')}:</dt>
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
          {show(field, old)}
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden>→</span>}
      {after !== null && (
        <ins className="text-good no-underline">
          <span className="sr-only">after: </span>
          {show(field, now)}
        </ins>
      )}
    </>
  );
}

/** Of a secret it is told what became of it, and nothing of what it says. */
function secretText(old: unknown, now: unknown): string {
  if (old !== HIDDEN) return 'set';
  return now === HIDDEN ? 'changed' : 'taken away';
}

const NOTHING = 'nothing';

function show(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'string' && (field === 'device' || field === 'user_agent')) return deviceName(value);
  if (typeof value === 'string' && MOMENT.test(value)) return dateTime24(new Date(value));
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text = typeof value === 'string' ? value : isList ? value.join(', ') || NOTHING : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
