import { listBulkActions } from '@stowage/contract/bulk/bulk';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { bulkTitle } from '../../shared/bulk/bulk-title.ts';
import { showBulk, shownBulk } from '../../shared/bulk/shown-bulk.ts';

/** Shows the person's running action again after a reload. */
export function useReopenedBulk(): void {
  useEffect(() => {
    let isCurrent = true;
    call(listBulkActions, { query: { page: 0 } }).then(
      ({ data }) => {
        const running = data.find(({ state }) => state === 'RUNNING');
        if (!isCurrent || running === undefined || shownBulk.get() !== undefined) return;
        showBulk({ action: { ...running, refused_rows: [] }, title: bulkTitle(running) });
      },
      // The action goes on without the panel, and its screen lists it.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
}
