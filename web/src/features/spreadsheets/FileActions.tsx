import { counted } from '@stowage/contract/formats/text/counted';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import {
  applySpreadsheet,
  getSpreadsheet,
  listSpreadsheetRows,
  listSpreadsheets,
  type Spreadsheet,
  undoSpreadsheet,
} from '@stowage/contract/spreadsheets/spreadsheets';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

const STALE = [getSpreadsheet, listSpreadsheets, listSpreadsheetRows];

/** Applies a checked file, or undoes an applied one. */
export function FileActions({ file }: { file: Spreadsheet }) {
  const { id, state, wrongCount } = file;
  const good = file.newCount + file.changedCount;
  const apply = useCommand(applySpreadsheet, STALE);
  const undo = useCommand(undoSpreadsheet, STALE);
  const [isAsking, setAsking] = useState(false);
  const error = apply.error ?? undo.error;
  const noun = (count: number) => counted(count, 'row');
  return (
    <>
      {error !== null && <Banner tone="bad">{error.message}</Banner>}
      {state === 'CHECKED' && good > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" disabled={apply.isPending} onClick={() => apply.mutate({ params: { id }, body: { onlyGood: wrongCount > 0 } })}>
            {apply.isPending ? 'Applying...' : wrongCount > 0 ? `Apply only the ${noun(good)} without problems` : `Apply ${noun(good)}`}
          </Button>
          {wrongCount > 0 && <span className="text-muted">Or correct the {noun(wrongCount)} with problems in your file, and choose it again.</span>}
        </div>
      )}
      {state === 'APPLIED' && (
        <div>
          <Button onClick={() => setAsking(true)}>Undo this file</Button>
        </div>
      )}
      <ConfirmDialog
        title="Undo this file?"
        question={`Removes what ${file.fileName} added to ${spreadsheetKind(file.kind).title.toLowerCase()}, and restores what it changed. It is refused when later work depends on it.`}
        confirmLabel="Undo the file"
        isDangerous
        isBusy={undo.isPending}
        open={isAsking}
        onConfirm={() => undo.mutate({ params: { id } }, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
