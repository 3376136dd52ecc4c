import { compareUpload, createUpload, type PriceListUpload, stageRows } from '@stowage/contract/price-lists/price-lists';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { untilAnswered } from '../../shared/scan/until-answered.ts';
import type { PriceListFile } from './price-list-file.ts';
import { partsOf } from './upload-parts.ts';

export type Comparison =
  | { readonly step: 'none' }
  /** How many rows the server has. */
  | { readonly step: 'sending'; readonly sent: number }
  | { readonly step: 'compared'; readonly upload: PriceListUpload }
  | { readonly step: 'failed'; readonly message: string };

/** Sends a file in parts and asks what it would change. Nothing of it counts before it is applied. */
export function useComparison(): { comparison: Comparison; compare: (file: PriceListFile, vendor: string) => void; reset: () => void } {
  const [comparison, setComparison] = useState<Comparison>({ step: 'none' });
  // Whoever closes the window or picks another file wants nothing more of this one.
  const current = useRef<object>(undefined);
  useEffect(() => {
    return () => {
      current.current = undefined;
    };
  }, []);

  const compare = async (file: PriceListFile, vendor: string) => {
    const turn = {};
    current.current = turn;
    const tell = (next: Comparison) => current.current === turn && setComparison(next);
    tell({ step: 'sending', sent: 0 });
    try {
      const { id } = await call(createUpload, { body: { fileName: file.name, rowCount: file.rows.length, ...(vendor !== '' && { vendor }) } });
      for (const { firstRow, rows } of partsOf(file.rows)) {
        await untilAnswered(() => call(stageRows, { params: { id }, body: { firstRow, rows: [...rows] } }));
        tell({ step: 'sending', sent: firstRow - 1 + rows.length });
        if (current.current !== turn) return;
      }
      if (current.current !== turn) return;
      tell({ step: 'compared', upload: await call(compareUpload, { params: { id } }) });
    } catch (error) {
      tell({ step: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const reset = () => {
    current.current = undefined;
    setComparison({ step: 'none' });
  };
  return { comparison, compare: (file, vendor) => void compare(file, vendor), reset };
}
