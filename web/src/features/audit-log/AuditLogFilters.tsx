import { AUDITED_KINDS } from '@stowage/contract/audit-log/audit-log';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/form/Field.tsx';
import { dateFormat } from '../../ui/format/date-time.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { AuditLogAddress } from './audit-log-address.ts';

interface AuditLogFiltersProps extends AddressProps<AuditLogAddress> {
  readonly known: { actors: readonly { id: number; name: string }[]; kinds: readonly string[]; actions: readonly string[] } | undefined;
}

const NONE: AuditLogAddress = { actor: undefined, by: undefined, kind: undefined, record: undefined, action: undefined, from: undefined, to: undefined };

export function AuditLogFilters({ address, known, onAddress }: AuditLogFiltersProps) {
  const { actor, by, kind, record, action, from, to } = address;
  const isFiltered = [actor, by, kind, record, action, from, to].some((value) => value !== undefined);
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
        options={[{ value: '', label: 'Any' }, ...(known?.kinds ?? []).map((value) => ({ value, label: AUDITED_KINDS[value] ?? value.replaceAll('_', ' ') }))]}
        onChange={({ target }) => onAddress({ kind: target.value || undefined, record: undefined })}
      />
      <RecordField key={record} record={record} onRecord={(value) => onAddress({ record: value })} />
      <SelectField
        label="Action"
        value={action ?? ''}
        options={[{ value: '', label: 'Any' }, ...(known?.actions ?? []).map((value) => ({ value, label: value.replaceAll('_', ' ').toLowerCase() }))]}
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
      {isFiltered && (
        <div className="self-center">
          <Button onClick={() => onAddress(NONE)}>Clear filters</Button>
        </div>
      )}
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
