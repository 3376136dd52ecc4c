import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { download } from '../../api/download.ts';
import { localDay } from '../../ui/format/date-time.ts';
import { SaveFileButton } from './SaveFileButton.tsx';

interface ExportButtonProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The file's name; the day is put behind it, unless it ends with one. */
  readonly name: string;
}

/** Saves a whole table as CSV. */
export function ExportButton<E extends Endpoint>({ endpoint, input, name }: ExportButtonProps<E>) {
  return (
    <SaveFileButton
      label="Export CSV"
      name={`Export CSV ${name}`}
      size="small"
      save={() => download(endpoint, input, withDay(name))}
      problem={(error) => `The CSV could not be made: ${error instanceof Error ? error.message : error}`}
    />
  );
}

/** `stock.csv` is `stock 2026-11-22.csv`, by the day where the viewer is: saved files stand in the order of their days. */
function withDay(name: string): string {
  return /\d{4}-\d\d-\d\d\.csv$/.test(name) ? name : name.replace(/\.csv$/, ` ${localDay(new Date())}.csv`);
}
