import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { NEWEST, type ReceiveAddress } from '../receive-address.ts';

interface HistoryNavigationProps {
  readonly address: ReceiveAddress;
  /** The last scan on the page, if older ones may follow. */
  readonly oldest: number | undefined;
  readonly onAddress: (change: Partial<ReceiveAddress>) => void;
}

/** Searches the scan history by code and changes its pages. */
export function HistoryNavigation({ address, oldest, onAddress }: HistoryNavigationProps) {
  const [text, setText] = useState(address.code ?? '');
  /** The starts of the newer pages that the person turned. */
  const [newer, setNewer] = useState<readonly (number | undefined)[]>([]);
  const find = (code: string | undefined) => {
    setNewer([]);
    setText(code ?? '');
    onAddress({ before: undefined, code });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find(normalizeCode(text) || undefined);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pb-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="w-56">
          <TextField label="Find a scanned code" autoComplete="off" maxLength={256} value={text} onChange={({ target }) => setText(target.value)} />
        </div>
        <Button type="submit">Find</Button>
        {address.code !== undefined && (
          <Button look="quiet" onClick={() => find(undefined)}>
            Show all
          </Button>
        )}
      </form>
      <nav aria-label="Scan History" className="ml-auto flex flex-wrap gap-2">
        <Button
          disabled={address.before === undefined}
          onClick={() => {
            setNewer([]);
            onAddress({ before: NEWEST.before });
          }}
        >
          Newest scans
        </Button>
        <Button
          disabled={address.before === undefined}
          onClick={() => {
            setNewer(newer.slice(0, -1));
            onAddress({ before: newer.at(-1) });
          }}
        >
          Newer
        </Button>
        <Button
          disabled={oldest === undefined}
          onClick={() => {
            setNewer([...newer, address.before]);
            onAddress({ before: oldest });
          }}
        >
          Older
        </Button>
      </nav>
    </div>
  );
}
