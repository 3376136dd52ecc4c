import { DOCUMENT_TYPE_NAMES, DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import { chipsOf } from '../../shared/list/chips.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/form/DateField.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { SearchForm } from '../../ui/form/SearchForm.tsx';
import { dateFormat, dayText } from '../../ui/format/date-time.ts';
import type { DocumentsAddress } from './documents-address.ts';

interface DocumentFiltersProps {
  readonly address: DocumentsAddress;
  readonly isBusy: boolean;
  readonly mayDelete: boolean;
  readonly onNarrow: (change: Partial<DocumentsAddress>) => void;
}

export function documentChips(address: DocumentsAddress) {
  return chipsOf(address, {
    q: (text) => `Search: ${text}`,
    type: (type) => DOCUMENT_TYPES[type] && `Type: ${DOCUMENT_TYPES[type].label}`,
    vendor: (vendor) => `Vendor: ${vendor}`,
    from: (day) => `Filed from ${dayText(day)}`,
    to: (day) => `Filed to ${dayText(day)}`,
  });
}

/** Which documents are listed. */
export function DocumentFilters({ address: { q, type, from, to, deleted }, isBusy, mayDelete, onNarrow }: DocumentFiltersProps) {
  const knownType = DOCUMENT_TYPE_NAMES.find((one) => one === type);
  return (
    <div className="grid items-start gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchForm label="Name, record or vendor" search={q ?? ''} isBusy={isBusy} onSearch={(text) => onNarrow({ q: text })} />
      <SelectField
        label="Type"
        options={[{ value: '', label: 'All types' }, ...DOCUMENT_TYPE_NAMES.map((value) => ({ value, label: DOCUMENT_TYPES[value].label }))]}
        value={knownType ?? ''}
        onChange={({ target }) => onNarrow({ type: DOCUMENT_TYPE_NAMES.find((one) => one === target.value) })}
      />
      <DateField label="From" hint={`Days in ${dateFormat().timeZone}`} value={from ?? ''} onDay={(day) => onNarrow({ from: day })} />
      <DateField label="To" hint="Included" value={to ?? ''} onDay={(day) => onNarrow({ to: day })} />
      <p className="flex flex-wrap items-center gap-2 sm:col-span-full">
        {mayDelete && (
          <Button size="small" aria-pressed={deleted === true} onClick={() => onNarrow({ deleted: deleted ? undefined : true })}>
            {deleted ? 'Back to documents' : 'Deleted'}
          </Button>
        )}
      </p>
    </div>
  );
}
