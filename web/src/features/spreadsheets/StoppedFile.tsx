import {
  applySpreadsheet,
  getSpreadsheet,
  listSpreadsheetRows,
  listSpreadsheets,
  type Spreadsheet,
  setSpreadsheetColumns,
  stopSpreadsheet,
  undoSpreadsheet,
} from '@stowage/contract/spreadsheets/spreadsheets';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

const STALE = [getSpreadsheet, listSpreadsheets, listSpreadsheetRows];

const TEXTS = {
  CHECKING: { result: 'The rows are not checked.', again: 'Check the file', giveUp: undefined },
  APPLYING: { result: 'Nothing was applied.', again: 'Apply the file', giveUp: "Don't apply" },
  UNDOING: { result: 'Nothing was undone.', again: 'Undo the file', giveUp: "Don't undo" },
} as const;

/** A file whose job was canceled or has failed: its work can be done again or given up. */
export function StoppedFile({ file: { id, state, columns } }: { file: Spreadsheet }) {
  const check = useCommand(setSpreadsheetColumns, STALE);
  const apply = useCommand(applySpreadsheet, STALE);
  const undo = useCommand(undoSpreadsheet, STALE);
  const stop = useCommand(stopSpreadsheet, STALE);
  if (state !== 'CHECKING' && state !== 'APPLYING' && state !== 'UNDOING') return null;
  const { result, again, giveUp } = TEXTS[state];
  const params = { id };
  const repeat = () => {
    if (state === 'CHECKING') check.mutate({ params, body: { columns } });
    // The wrong rows were left out by choice when it began.
    else if (state === 'APPLYING') apply.mutate({ params, body: { onlyGood: true } });
    else undo.mutate({ params });
  };
  const isBusy = [check, apply, undo, stop].some(({ isPending }) => isPending);
  const error = check.error ?? apply.error ?? undo.error ?? stop.error;
  return (
    <>
      <Banner tone="warn">The job of this file was canceled or has failed. {result}</Banner>
      {error !== null && <Banner tone="bad">{error.message}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" disabled={isBusy} onClick={repeat}>
          {again}
        </Button>
        {giveUp !== undefined && (
          <Button disabled={isBusy} onClick={() => stop.mutate({ params })}>
            {giveUp}
          </Button>
        )}
      </div>
    </>
  );
}
