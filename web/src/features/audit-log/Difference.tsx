import type { AuditEntry } from '@stowage/contract/audit-log';

/** What of a record is what now, and what it was. */
export function Difference({ entry: { before, after, recordId } }: { entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => field !== 'id');
  if (fields.length === 0) return recordId === null ? <span className="text-muted">Many at once</span> : null;
  const isChange = before !== null && after !== null;
  return (
    <dl className="grid gap-x-2 gap-y-0.5">
      {fields.map((field) => (
        <div key={field} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{field.replaceAll('_', ' ')}:</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-1.5 break-all">
            {(isChange || after === null) && (
              <del className="text-bad decoration-1">
                <span className="sr-only">before: </span>
                {show(before?.[field])}
              </del>
            )}
            {isChange && <span aria-hidden>→</span>}
            {after !== null && (
              <ins className="text-good no-underline">
                <span className="sr-only">after: </span>
                {show(after[field])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MAX_LENGTH = 200;

function show(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text = typeof value === 'string' ? value : isList ? value.join(', ') || 'nothing' : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
