import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { messageOf } from '@stowage/contract/errors';
import { download } from '../../api/download.ts';
import { localDay } from '../../ui/format/date-time.ts';
import { SaveFileButton } from './SaveFileButton.tsx';

interface ExportButtonProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The file's name, to which the date is added unless it ends with one. */
  readonly name: string;
}

/** Downloads a whole list as CSV. */
export function ExportButton<E extends Endpoint>({ endpoint, input, name }: ExportButtonProps<E>) {
  return (
    <SaveFileButton
      label="Export CSV"
      name={`Export CSV ${name}`}
      size="small"
      save={(onLines) => download(endpoint, input, withDay(name), onLines)}
      problem={(error) => `The CSV could not be made: ${messageOf(error)}`}
    />
  );
}

/** `stock.csv` becomes `stock 2026-11-22.csv` with the viewer's date, so that downloads sort by date. */
function withDay(name: string): string {
  return /\d{4}-\d\d-\d\d\.csv$/.test(name) ? name : name.replace(/\.csv$/, ` ${localDay(new Date())}.csv`);
}
