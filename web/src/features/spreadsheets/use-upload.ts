import type { SpreadsheetKindName } from '@stowage/contract/spreadsheets/kinds';
import { addSpreadsheetRows, createSpreadsheet, listSpreadsheets, SPREADSHEET_MAX_ROWS } from '@stowage/contract/spreadsheets/spreadsheets';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/query.ts';
import { untilAnswered } from '../../shared/scan/until-answered.ts';
import { endsWithBreak, fileKind, isTableFile, NOT_A_TABLE, readFailure } from '../../shared/table-files/file-kind.ts';
import { type RawRow, readRawRows } from '../../shared/table-files/file-rows.ts';
import type { ChooseSheet } from '../../shared/table-files/table-file.ts';
import { useReading } from '../../shared/table-files/use-reading.ts';
import { headedFile, partsOf, refuseCutFile, refuseWiderRows } from './file-parts.ts';

interface Upload {
  readonly file: File | undefined;
  /** The filled rows of the file, once they are read. */
  readonly raw: readonly RawRow[] | undefined;
  readonly sent: number;
  readonly total: number;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
}

const NONE: Upload = { file: undefined, raw: undefined, sent: 0, total: 0, isBusy: false, problem: undefined };

/** Reads a file in the browser and sends its rows in parts. @param onSent gets the id of the uploaded file */
export function useUpload(kind: SpreadsheetKindName, chooseSheet: ChooseSheet, onSent: (id: number) => void) {
  const [upload, setUpload] = useState<Upload>(NONE);
  const invalidate = useInvalidate();
  const beginReading = useReading();

  const begin = async (file: File, work: (signal: AbortSignal, show: (change: Partial<Upload>) => void) => Promise<void>) => {
    const signal = beginReading();
    const show = (change: Partial<Upload>) => {
      if (!signal.aborted) setUpload((before) => ({ ...before, ...change }));
    };
    show({ ...NONE, file, isBusy: true });
    await work(signal, show).catch((error: unknown) => show({ problem: readFailure(error) }));
    show({ isBusy: false });
  };

  const send = async (file: File, raw: readonly RawRow[], position: number | undefined, signal: AbortSignal, show: (change: Partial<Upload>) => void) => {
    const headed = headedFile(kind, raw, position);
    if ((await fileKind(file)) === 'text') {
      refuseWiderRows(raw, headed);
      if (!(await endsWithBreak(file))) refuseCutFile(raw, headed);
    }
    const { headers, headerRow, rows } = headed;
    show({ raw, total: rows.length });
    const { id } = await call(createSpreadsheet, { body: { kind, fileName: file.name, headers: [...headers], headerRow, rowCount: rows.length } });
    let sent = 0;
    for (const part of partsOf(rows)) {
      await untilAnswered(() => call(addSpreadsheetRows, { params: { id }, body: { rows: part.map(({ row, cells }) => ({ row, cells: [...cells] })) } }));
      if (signal.aborted) return;
      sent += part.length;
      show({ sent });
    }
    void invalidate(listSpreadsheets);
    onSent(id);
  };

  return {
    upload,
    choose(files: readonly File[]) {
      const file = files.find(isTableFile);
      if (file === undefined) return setUpload({ ...NONE, problem: NOT_A_TABLE });
      void begin(file, async (signal, show) => {
        const raw = await readRawRows(file, { chooseSheet, maxRows: SPREADSHEET_MAX_ROWS, signal });
        await send(file, raw, undefined, signal, show);
      });
    },
    /** Sends the file again with another header row. */
    sendAgain(file: File, raw: readonly RawRow[], position: number) {
      void begin(file, (signal, show) => send(file, raw, position, signal, show));
    },
  };
}
