import { applyPoUpload, createPoUpload, PO_PART_ROWS, type PoUploadRefusal, poUploadRefusal, stagePoRows } from '@stowage/contract/purchase-order-files';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { NoAnswerError, RefusedError } from '../../api/problem.ts';
import type { CsvFile } from '../../shared/csv-file.ts';
import { untilAnswered } from '../../shared/until-answered.ts';
import { type PoColumns, toPoRow } from './po-file.ts';

export type PoUpload =
  | { readonly step: 'none' }
  /** How many rows the server has. */
  | { readonly step: 'sending'; readonly sent: number }
  | { readonly step: 'saving' }
  | { readonly step: 'done'; readonly orders: number; readonly lines: number; readonly changedLines: number }
  /** Why not; `id` while the file can still be applied as changes of orders that there are. */
  | { readonly step: 'refused'; readonly refusal: PoUploadRefusal | undefined; readonly message: string; readonly id: number | undefined }
  | { readonly step: 'unanswered' };

/** Sends files in parts and has them saved at once: nothing of them counts before. */
export function usePoUpload() {
  const [upload, setUpload] = useState<PoUpload>({ step: 'none' });
  const isBusy = useRef(false);

  const apply = async (id: number, update: boolean) => {
    setUpload({ step: 'saving' });
    try {
      setUpload({ step: 'done', ...(await call(applyPoUpload, { params: { id }, body: { update } })) });
    } catch (error) {
      setUpload(failureOf(error, id));
    }
  };
  const send = async (files: readonly CsvFile[], columns: PoColumns) => {
    try {
      const all = files.flatMap(({ rows }) => rows);
      const { id } = await call(createPoUpload, { body: { fileName: files.map(({ name }) => name).join(', '), rowCount: all.length } });
      setUpload({ step: 'sending', sent: 0 });
      for (let from = 0; from < all.length; from += PO_PART_ROWS) {
        const rows = all.slice(from, from + PO_PART_ROWS).map((row) => toPoRow(row, columns));
        await untilAnswered(() => call(stagePoRows, { params: { id }, body: { firstRow: from + 1, rows } }));
        setUpload({ step: 'sending', sent: from + rows.length });
      }
      await apply(id, false);
    } catch (error) {
      setUpload(failureOf(error, undefined));
    }
  };
  const once = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await work();
    isBusy.current = false;
  };
  return {
    upload,
    submit: (files: readonly CsvFile[], columns: PoColumns) => void once(() => send(files, columns)),
    /** Brings the orders that there are already up to date. */
    update: (id: number) => void once(() => apply(id, true)),
    reset: () => setUpload({ step: 'none' }),
  };
}

function failureOf(error: unknown, id: number | undefined): PoUpload {
  if (error instanceof NoAnswerError) return { step: 'unanswered' };
  const details = error instanceof RefusedError ? poUploadRefusal.safeParse(error.details) : undefined;
  const isUpdatable = error instanceof RefusedError && error.reason === 'changed_po';
  return {
    step: 'refused',
    refusal: details?.data,
    message: error instanceof Error ? error.message : String(error),
    id: isUpdatable ? id : undefined,
  };
}
