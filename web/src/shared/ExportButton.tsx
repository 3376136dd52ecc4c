import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { download } from '../api/download.ts';
import { SaveFileButton } from './SaveFileButton.tsx';

interface ExportButtonProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The file's name. */
  readonly name: string;
}

/** Saves a whole table as CSV. */
export function ExportButton<E extends Endpoint>({ endpoint, input, name }: ExportButtonProps<E>) {
  return (
    <SaveFileButton
      label="Export CSV"
      name={`Export CSV ${name}`}
      size="small"
      save={() => download(endpoint, input, name)}
      problem={(error) => `The CSV could not be made: ${error instanceof Error ? error.message : error}`}
    />
  );
}
