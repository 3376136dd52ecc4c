import { SelectField } from '../../ui/form/Field.tsx';
import { RepeatedHeaders } from './RepeatedHeaders.tsx';

interface ColumnChoiceProps<Field extends string> {
  /** The columns that the file is read by. */
  readonly fields: readonly { readonly field: Field; readonly label: string; readonly isRequired: boolean }[];
  readonly headers: readonly string[];
  readonly repeatedHeaders: readonly string[];
  /** The header of each assigned column. */
  readonly columns: Readonly<Partial<Record<Field, string | undefined>>>;
  readonly onColumn: (field: Field, header: string | undefined) => void;
}

/** Assigns the headers of a file to columns. */
export function ColumnChoice<Field extends string>({ fields, headers, repeatedHeaders, columns, onColumn }: ColumnChoiceProps<Field>) {
  const options = [{ value: '', label: '–' }, ...headers.map((header) => ({ value: header, label: header }))];
  return (
    <div className="grid gap-4">
      {repeatedHeaders.length > 0 && <RepeatedHeaders headers={repeatedHeaders} />}
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {fields.map(({ field, label, isRequired }) => (
          <SelectField
            key={field}
            label={isRequired ? `${label} *` : label}
            value={columns[field] ?? ''}
            options={options}
            error={isRequired && columns[field] === undefined ? 'Choose a column' : undefined}
            onText={(header) => onColumn(field, header || undefined)}
          />
        ))}
      </div>
    </div>
  );
}
