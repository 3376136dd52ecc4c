import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../api/download.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/Toast.tsx';

interface ExportButtonProps<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The file's name. */
  readonly name: string;
}

/** Saves a whole table as CSV. */
export function ExportButton<E extends Endpoint>({ endpoint, input, name }: ExportButtonProps<E>) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download(endpoint, input, name);
    } catch (error) {
      toast('bad', `The CSV could not be made: ${error instanceof Error ? error.message : error}`);
    }
    setBusy(false);
  };
  return (
    <Button size="small" disabled={isBusy} aria-label={`Export CSV ${name}`} onClick={() => void save()}>
      <Download size={14} aria-hidden /> {isBusy ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
