import { messageOf } from '@stowage/contract/errors';
import { cellsOf, hasAmbiguousPoints } from '@stowage/contract/formats/file-cells';
import { PRICE_LIST_AMOUNTS } from '@stowage/contract/price-lists/price-list-row';
import { compareUpload, createUpload, type PriceListUpload, stageRows } from '@stowage/contract/price-lists/price-lists';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { untilAnswered } from '../../shared/scan/until-answered.ts';
import { type PriceListFile, priceListRow } from './price-list-file.ts';
import { partsOf } from './upload-parts.ts';

export type Comparison =
  | { readonly step: 'none' }
  /** `sent` counts the uploaded rows. */
  | { readonly step: 'sending'; readonly sent: number }
  | { readonly step: 'compared'; readonly upload: PriceListUpload }
  | { readonly step: 'failed'; readonly message: string };

/** Uploads a file in parts and compares it with the list, without applying it. */
export function useComparison(): { comparison: Comparison; compare: (file: PriceListFile, vendor: string) => void; reset: () => void } {
  const [comparison, setComparison] = useState<Comparison>({ step: 'none' });
  // Identifies the current upload: an older one stops when the dialog closes or another file is chosen.
  const current = useRef<object>(undefined);
  useEffect(() => {
    return () => {
      current.current = undefined;
    };
  }, []);

  const compare = async (file: PriceListFile, vendor: string) => {
    const { table } = file;
    const own = {};
    current.current = own;
    const show = (next: Comparison) => current.current === own && setComparison(next);
    show({ step: 'sending', sent: 0 });
    try {
      const { id } = await call(createUpload, { body: { fileName: table.name, rowCount: table.rows.length, ...(vendor !== '' && { vendor }) } });
      const arePointsAmbiguous = hasAmbiguousPoints(cellsOf(rowsOf(file), PRICE_LIST_AMOUNTS), table.isWorkbook);
      for (const { firstRow, rows } of partsOf(rowsOf(file))) {
        const rowNumbers = table.rowNumbers.slice(firstRow - 1, firstRow - 1 + rows.length);
        await untilAnswered(() => call(stageRows, { params: { id }, body: { firstRow, rows: [...rows], rowNumbers, arePointsAmbiguous } }));
        if (current.current !== own) return;
        show({ step: 'sending', sent: firstRow - 1 + rows.length });
      }
      if (current.current !== own) return;
      show({ step: 'compared', upload: await call(compareUpload, { params: { id } }) });
    } catch (error) {
      show({ step: 'failed', message: messageOf(error) });
    }
  };
  const reset = () => {
    current.current = undefined;
    setComparison({ step: 'none' });
  };
  return { comparison, compare: (file, vendor) => void compare(file, vendor), reset };
}

function* rowsOf({ table, columns }: PriceListFile) {
  for (const row of table.rows) yield priceListRow(row, columns);
}
