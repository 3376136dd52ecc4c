import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { SCAN_HISTORY_PAGE_SIZE } from '@stowage/contract/purchasing/receiving';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { NEWEST, type ReceiveAddress } from '../receive-address.ts';

interface HistoryNavigationProps extends AddressProps<ReceiveAddress> {
  /** The last scan on the page, if older ones may follow. */
  readonly oldest: number | undefined;
  readonly isLoading: boolean;
}

/** Searches the scan history by code and changes its pages. */
export function HistoryNavigation({ address, oldest, isLoading, onAddress }: HistoryNavigationProps) {
  /** The starts of the newer pages that the person turned. */
  const [newer, setNewer] = useState<readonly (number | undefined)[]>([]);
  const find = (code: string | undefined) => {
    setNewer([]);
    onAddress({ before: undefined, code });
  };
  const first = () => {
    setNewer([]);
    onAddress({ before: NEWEST.before });
  };
  const previous = () => {
    setNewer(newer.slice(0, -1));
    onAddress({ before: newer.at(-1) });
  };
  const next = () => {
    setNewer([...newer, address.before]);
    onAddress({ before: oldest });
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pb-3">
      <div className="flex flex-wrap items-end gap-2">
        <SearchForm
          label="Find a scanned code"
          maxLength={256}
          search={address.code ?? ''}
          verb="Find"
          normalize={normalizeCode}
          onSearch={find}
          className="w-72"
        />
        {address.code !== undefined && (
          <Button look="quiet" onClick={() => find(undefined)}>
            Show all
          </Button>
        )}
      </div>
      <div className="ml-auto">
        <CursorPages
          label="Scan History"
          size={SCAN_HISTORY_PAGE_SIZE}
          isLoading={isLoading}
          isAlwaysShown
          onFirst={address.before === undefined ? undefined : first}
          onPrevious={address.before === undefined ? undefined : previous}
          onNext={oldest === undefined ? undefined : next}
        />
      </div>
    </div>
  );
}
