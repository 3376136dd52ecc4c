import { messageOf } from '@stowage/contract/errors';
import { checkTrackingNumbers, TRACKING_CHECK_LIMIT } from '@stowage/contract/orders/tracking-file';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { FileRow } from './tracking-rows.ts';

export interface TrackingCheck {
  /** How many rows are checked. */
  readonly checked: number;
  /** The rows with the server's results; undefined until all are checked. */
  readonly rows?: readonly FileRow[];
  readonly problem?: string;
}

/** Asks the server about the rows of a file that the file alone doesn't refuse, in parts. */
export function useTrackingCheck(rows: readonly FileRow[] | undefined): TrackingCheck {
  const [check, setCheck] = useState<TrackingCheck>({ checked: 0 });
  useEffect(() => {
    let isCurrent = true;
    setCheck({ checked: 0 });
    if (rows !== undefined) {
      checkRows(rows, (checked) => {
        if (isCurrent) setCheck({ checked });
        return isCurrent;
      }).then(
        (done) => isCurrent && setCheck({ checked: rows.length, rows: done }),
        (error: unknown) => isCurrent && setCheck({ checked: 0, problem: messageOf(error) }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [rows]);
  return check;
}

/** @param onPart gets the number of checked rows; returns false to stop */
async function checkRows(rows: readonly FileRow[], onPart: (checked: number) => boolean): Promise<FileRow[]> {
  const done: FileRow[] = [];
  for (let from = 0; from < rows.length; from += TRACKING_CHECK_LIMIT) {
    const part = rows.slice(from, from + TRACKING_CHECK_LIMIT);
    const open = part.filter(({ result }) => result !== 'REFUSED');
    const sent = open.map(({ orderId, trackingNumber, carrier, shippingMethod }) => ({ orderId, trackingNumber, carrier, shippingMethod }));
    const results = sent.length === 0 ? [] : await call(checkTrackingNumbers, { body: { rows: sent } });
    const byRow = new Map(open.map((row, index) => [row.rowNumber, results[index]]));
    for (const row of part) {
      const checked = byRow.get(row.rowNumber);
      done.push(checked === undefined || checked.result === 'READY' ? row : { ...row, ...checked });
    }
    if (!onPart(done.length)) return done;
  }
  return done;
}
