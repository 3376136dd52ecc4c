import type { Endpoint } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type AreaFile, type AreaFileKindName, listAreaFiles, undoAreaFile } from '@stowage/contract/spreadsheets/area-files';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

interface AppliedFilesProps {
  readonly kind: AreaFileKindName;
  /** What an undo does: `Voids the invoices of this file.` */
  readonly effect: string;
  /** The endpoints to read again after an undo. */
  readonly stale: readonly Endpoint[];
  readonly isInDialog?: boolean;
}

/** The newest files of a kind, each with its undo. */
export function AppliedFiles({ kind, effect, stale, isInDialog = false }: AppliedFilesProps) {
  const files = useQuery(queryFor(listAreaFiles, { params: { kind } }));
  const undo = useCommand(undoAreaFile, [listAreaFiles, ...stale]);
  const [asked, setAsked] = useState<AreaFile>();
  const confirm = () => asked !== undefined && undo.mutate({ params: { id: asked.id } }, { onSettled: () => setAsked(undefined) });
  return (
    <>
      {undo.isError && <Banner tone="bad">Nothing was undone. {undo.error.message}</Banner>}
      <QueryResult
        query={files}
        failure="The files could not be loaded"
        rows={2}
        empty={<EmptyState title="No files yet">Files that you bring in appear here, with an undo.</EmptyState>}
      >
        {(rows) => <DataTable label="Files" columns={columnsOf(setAsked)} rows={rows} keyOf={({ id }) => id} isInDialog={isInDialog} />}
      </QueryResult>
      <ConfirmDialog
        title="Undo this file?"
        question={`${asked?.fileName}: ${effect} It is refused when later work depends on it.`}
        confirmLabel="Undo the file"
        isDangerous
        isBusy={undo.isPending}
        open={asked !== undefined}
        onConfirm={confirm}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

function columnsOf(onUndo: (file: AreaFile) => void): readonly Column<AreaFile>[] {
  return [
    { heading: 'File', isTitle: true, cell: ({ fileName }) => <span className="[overflow-wrap:anywhere]">{fileName}</span> },
    { heading: 'New', align: 'right', cell: ({ newCount }) => numberText(newCount) },
    { heading: 'Changed', align: 'right', cell: ({ changedCount }) => numberText(changedCount) },
    { heading: 'By', cell: ({ appliedBy }) => appliedBy },
    { heading: 'Applied', cell: ({ appliedAt }) => <time dateTime={appliedAt}>{dateTime24(new Date(appliedAt))}</time> },
    {
      heading: 'Undo',
      cell: (file) =>
        file.state === 'UNDONE' ? (
          <Badge tone="neutral">Undone</Badge>
        ) : (
          <Button size="small" aria-label={`Undo ${file.fileName}, file ${file.id}`} onClick={() => onUndo(file)}>
            Undo
          </Button>
        ),
    },
  ];
}
