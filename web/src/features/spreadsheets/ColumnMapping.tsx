import { columnLetter } from '@stowage/contract/spreadsheets/columns';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { getSpreadsheet, listSpreadsheetRows, type Spreadsheet, setSpreadsheetColumns } from '@stowage/contract/spreadsheets/spreadsheets';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/form/Field.tsx';

/** Assigns the columns of a file; a change checks the rows again. */
export function ColumnMapping({ file }: { file: Spreadsheet }) {
  const { headers, columns, areRemembered } = file;
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>(columns);
  const save = useCommand(setSpreadsheetColumns, [getSpreadsheet, listSpreadsheetRows]);
  const known = spreadsheetKind(file.kind).columns;
  const options = [{ value: '', label: '–' }, ...headers.map((header, position) => ({ value: String(position), label: nameOf(header, position) }))];
  const isChanged = known.some(({ name }) => chosen[name] !== columns[name]);
  const ignored = headers.flatMap((header, position) => (header === '' || Object.values(columns).includes(position) ? [] : [header]));
  const missing = known.filter(({ name, isRequired }) => isRequired && columns[name] === undefined);
  const choose = (name: string, position: string) => {
    const { [name]: _, ...others } = chosen;
    setChosen(position === '' ? others : { ...others, [name]: Number(position) });
  };
  return (
    <div>
      <details open={missing.length > 0 || isChanged}>
        <summary className="min-h-9 cursor-pointer py-1.5 font-medium">
          Columns: {Object.keys(columns).length} of {known.length} found{areRemembered && ', as in your last file like this'}
        </summary>
        <div className="grid gap-3 pt-2">
          {missing.length > 0 && <Banner tone="warn">Choose the column that holds: {missing.map(({ title }) => title).join(', ')}.</Banner>}
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-4">
            {known.map(({ name, title, isRequired = false }) => (
              <SelectField
                key={name}
                label={isRequired ? `${title} *` : title}
                options={options}
                value={String(chosen[name] ?? '')}
                onText={(position) => choose(name, position)}
              />
            ))}
          </div>
          {save.isError && <Banner tone="bad">{save.error.message}</Banner>}
          <div>
            <Button disabled={!isChanged || save.isPending} onClick={() => save.mutate({ params: { id: file.id }, body: { columns: { ...chosen } } })}>
              {save.isPending ? 'Checking...' : 'Check with these columns'}
            </Button>
          </div>
        </div>
      </details>
      {ignored.length > 0 && <p className="text-muted [overflow-wrap:anywhere]">Not read: {ignored.join(', ')}. Open the columns to choose them.</p>}
    </div>
  );
}

/** A header with its letter, because several may be equal. */
function nameOf(header: string, position: number): string {
  const letter = columnLetter(position);
  return header === '' ? `Column ${letter}` : `${letter}: ${header}`;
}
