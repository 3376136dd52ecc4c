import { AUDITED_KINDS } from '@stowage/contract/audit-log/audit-log';
import { useState } from 'react';
import { chipsOf } from '../../shared/list/chips.ts';
import { SelectField, TextField } from '../../ui/form/Field.tsx';
import { dateFormat, dayText } from '../../ui/format/date-time.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { AuditLogAddress } from './audit-log-address.ts';

interface AuditLogFiltersProps extends AddressProps<AuditLogAddress> {
  readonly known: { actors: readonly { id: number; name: string }[]; kinds: readonly string[]; actions: readonly string[] } | undefined;
}

export function auditLogChips(address: AuditLogAddress, known: AuditLogFiltersProps['known']) {
  return chipsOf(address, {
    actor: (id) => `Who: ${id === 0 ? 'System' : (known?.actors.find((one) => one.id === id)?.name ?? id)}`,
    by: () => 'Who: People’s changes',
    kind: (kind) => `Kind of record: ${kindName(kind)}`,
    record: (record) => `Record: ${record}`,
    action: (action) => `Action: ${actionWords(action)}`,
    from: (day) => `From ${dayText(day)}`,
    to: (day) => `To ${dayText(day)}`,
  });
}

const kindName = (kind: string) => AUDITED_KINDS[kind] ?? kind.replaceAll('_', ' ');
const actionWords = (action: string) => action.replaceAll('_', ' ').toLowerCase();

export function AuditLogFilters({ address, known, onAddress }: AuditLogFiltersProps) {
  const { actor, by, kind, record, action, from, to } = address;
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label="Who"
        value={by ?? actor ?? ''}
        options={[
          { value: '', label: 'Anybody' },
          { value: 'PEOPLE', label: 'People’s changes' },
          { value: '0', label: 'System' },
          ...(known?.actors ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => onAddress(actorFilter(target.value))}
      />
      <SelectField
        label="Kind of record"
        value={kind ?? ''}
        options={[{ value: '', label: 'Any' }, ...(known?.kinds ?? []).map((value) => ({ value, label: kindName(value) }))]}
        onChange={({ target }) => onAddress({ kind: target.value || undefined, record: undefined })}
      />
      <RecordField key={record} record={record} onRecord={(value) => onAddress({ record: value })} />
      <SelectField
        label="Action"
        value={action ?? ''}
        options={[{ value: '', label: 'Any' }, ...(known?.actions ?? []).map((value) => ({ value, label: actionWords(value) }))]}
        onChange={({ target }) => onAddress({ action: target.value || undefined })}
      />
      <TextField
        label="From"
        type="date"
        hint={`Days in ${dateFormat().timeZone}`}
        value={from ?? ''}
        max={to}
        onChange={({ target }) => onAddress({ from: target.value || undefined })}
      />
      <TextField label="To" type="date" hint="Included" value={to ?? ''} min={from} onChange={({ target }) => onAddress({ to: target.value || undefined })} />
    </div>
  );
}

function actorFilter(value: string): Pick<AuditLogAddress, 'actor' | 'by'> {
  if (value === 'PEOPLE') return { actor: undefined, by: value };
  return { actor: value === '' ? undefined : Number(value), by: undefined };
}

/** Applies the filter on blur or Enter, because each change starts a search. */
function RecordField({ record, onRecord }: { record: string | undefined; onRecord: (record: string | undefined) => void }) {
  const [text, setText] = useState(record ?? '');
  const submit = () => onRecord(text.trim() || undefined);
  return (
    <TextField label="Record" value={text} placeholder="Record id" onText={setText} onBlur={submit} onKeyDown={({ key }) => key === 'Enter' && submit()} />
  );
}
