import type { OutputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportRejected, listPriceLists, listUploads, type PriceListUpload, priceHistory, undoUpload } from '@stowage/contract/price-lists/price-lists';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { CommandDialog } from '../../shared/CommandDialog.tsx';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

interface FilesDialogProps {
  readonly mayUndo: boolean;
  readonly onClose: () => void;
}

/** The most recently applied files; each can be undone. */
export function FilesDialog({ mayUndo, onClose }: FilesDialogProps) {
  const files = useQuery(queryFor(listUploads, {}));
  const [asked, setAsked] = useState<PriceListUpload>();
  return (
    <Dialog
      title="Past Files"
      description="Undo restores the items that a file changed and deletes those that it added, unless a later file has changed them."
      size="wide"
      open
      onClose={onClose}
    >
      <QueryResult query={files} failure="The files could not be loaded" empty={<EmptyState title="No file has been applied yet" />}>
        {(rows) => <DataTable label="Past files" columns={columns(setAsked, mayUndo)} rows={rows} keyOf={(file) => file.id} />}
      </QueryResult>
      {asked !== undefined && (
        <CommandDialog
          title="Undo File"
          question={undoQuestion(asked)}
          confirmLabel="Undo"
          isDangerous
          endpoint={undoUpload}
          input={{ params: { id: asked.id } }}
          stale={[listUploads, listPriceLists, priceHistory]}
          done={undoneText}
          failure={({ message }) => `Not undone: ${message}`}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Dialog>
  );
}

function undoneText({ restoredCount, removedCount, keptCount }: OutputOf<typeof undoUpload>): string {
  const notUndone = keptCount === 0 ? '' : `, ${numberText(keptCount)} kept because a later file changed them`;
  return `Undone: ${numberText(restoredCount)} restored, ${numberText(removedCount)} removed${notUndone}`;
}

function Undone({ file: { keptCount, undoneBy, undoneAt } }: { file: PriceListUpload }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge>{keptCount ? `Undone except ${numberText(keptCount)}` : 'Undone'}</Badge>
      <span className="text-muted">
        {undoneBy !== null && `by ${undoneBy}`} {undoneAt !== null && <span className="whitespace-nowrap">{dateTime24(new Date(undoneAt))}</span>}
      </span>
    </span>
  );
}

function undoQuestion({ fileName, newCount, changedCount }: PriceListUpload): string {
  const items = (count: number, action: string) => (count === 0 ? [] : [`${action} ${counted(count, 'item')}`]);
  const actions = [...items(newCount, 'delete'), ...items(changedCount, 'restore')].join(' and ');
  return `Undo ${fileName}? This will ${actions || 'change no items'}. Items that later files have changed stay.`;
}

function columns(undo: (file: PriceListUpload) => void, mayUndo: boolean): readonly Column<PriceListUpload>[] {
  return [
    { heading: 'Applied', cell: ({ appliedAt }) => <span className="whitespace-nowrap">{appliedAt === null ? 'N/A' : dateTime24(new Date(appliedAt))}</span> },
    { heading: 'File', isTitle: true, cell: ({ fileName }) => <span className="break-words">{fileName}</span> },
    { heading: 'Vendor', cell: ({ vendor }) => vendor ?? 'N/A' },
    { heading: 'By', cell: ({ createdBy }) => createdBy },
    { heading: 'New', align: 'right', cell: ({ newCount }) => numberText(newCount) },
    { heading: 'Changed', align: 'right', cell: ({ changedCount }) => numberText(changedCount) },
    { heading: 'Rejected', align: 'right', cell: ({ rejectedCount }) => numberText(rejectedCount) },
    {
      heading: 'Actions',
      isAction: true,
      cell: (file) => (
        <span className="flex flex-wrap items-center gap-2">
          {file.rejectedCount > 0 && mayUndo && (
            <ExportButton endpoint={exportRejected} input={{ params: { id: file.id } }} name={`rejected rows of ${file.fileName.replace(/\.\w+$/, '')}.csv`} />
          )}
          {file.state === 'UNDONE' && <Undone file={file} />}
          {file.state === 'APPLIED' && mayUndo && (
            <Button size="small" aria-label={`Undo ${file.fileName}`} onClick={() => undo(file)}>
              <Undo2 size={14} aria-hidden /> Undo
            </Button>
          )}
        </span>
      ),
    },
  ];
}
