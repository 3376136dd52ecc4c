import type { SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import { mayBringIn, SPREADSHEET_KIND_NAMES, type SpreadsheetKindName, spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { downloadTemplate } from '@stowage/contract/spreadsheets/spreadsheets';
import { download } from '../../api/download.ts';
import { useSession } from '../../api/session.ts';
import { FilePicker } from '../../shared/files/FilePicker.tsx';
import { SaveFileButton } from '../../shared/files/SaveFileButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

interface FileChoiceProps {
  readonly kind: SpreadsheetKindName;
  readonly isBusy: boolean;
  readonly onKind: (kind: SpreadsheetKindName) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The first steps: what to bring in, a template, and the file. */
export function FileChoice({ kind, isBusy, onKind, onFiles }: FileChoiceProps) {
  const { title, explanation, columns } = spreadsheetKind(kind);
  const roles = useSession()?.roles ?? [];
  const options = SPREADSHEET_KIND_NAMES.filter((name) => mayBringIn(roles, name)).map((name) => ({
    value: name,
    label: spreadsheetKind(name).title,
  }));
  const template = (format: 'csv' | 'xlsx') => () => download(downloadTemplate, { params: { kind, format } }, `${kind}-template.${format}`);
  return (
    <Card title="Bring in data" description="From a spreadsheet, with a check before anything changes. Every file can be undone.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
        <div className="max-w-sm">
          <SelectField label="What do you bring in?" options={options} value={kind} onText={onKind} />
        </div>
        <p className="max-w-prose text-muted">{explanation}</p>
        <FilePicker label={`File of ${title.toLowerCase()}`} text="Drop an .xlsx, .csv or .txt file here" isBusy={isBusy} onFiles={onFiles} />
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">No file yet? Start with a template:</span>
          <SaveFileButton label="Workbook" name="Download the template as a workbook" size="small" save={template('xlsx')} problem={templateProblem} />
          <SaveFileButton label="CSV" name="Download the template as CSV" size="small" save={template('csv')} problem={templateProblem} />
        </div>
        <details>
          <summary className="min-h-9 cursor-pointer py-1.5 font-medium">The columns of {title.toLowerCase()}</summary>
          <DataTable label={`Columns of ${title.toLowerCase()}`} columns={COLUMNS} rows={columns} keyOf={({ name }) => name} />
        </details>
      </div>
    </Card>
  );
}

const templateProblem = () => 'The template could not be downloaded. Try again.';

const COLUMNS: readonly Column<SpreadsheetColumn>[] = [
  { heading: 'Column', isTitle: true, cell: ({ title }) => title },
  { heading: 'Required', cell: ({ isRequired = false }) => (isRequired ? 'Yes' : 'No') },
  { heading: 'Example', cell: ({ example }) => <span className="font-mono">{example}</span> },
  { heading: 'Meaning', cell: ({ explanation }) => explanation },
];
