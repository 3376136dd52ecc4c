import {
  BULK_ACTIONS,
  BULK_OUTCOMES,
  BULK_ROWS_PAGE_SIZE,
  type BulkAction,
  type BulkRow,
  exportBulkRows,
  getBulkAction,
  listBulkRows,
  undoBulkAction,
} from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { useState } from 'react';
import { useListQuery, useLiveQuery } from '../../api/live-query.ts';
import { useCommand } from '../../api/query.ts';
import { bulkTitle } from '../../shared/bulk/bulk-title.ts';
import { showBulk } from '../../shared/bulk/shown-bulk.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { Badge, StateBadge, type StateLooks } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { BulkStateBadge } from './BulkState.tsx';

type Outcome = NonNullable<BulkRow['outcome']>;

interface BulkDialogProps {
  readonly id: number;
  /** Only rows with this result. */
  readonly outcome: Outcome | undefined;
  readonly onOutcome: (outcome: Outcome | undefined) => void;
  readonly onClose: () => void;
}

const OUTCOMES: StateLooks<Outcome> = {
  DONE: { label: 'Done', tone: 'good' },
  UNCHANGED: { label: 'Already so', tone: 'neutral' },
  REFUSED: { label: 'Refused', tone: 'bad' },
};
const OUTCOME_OPTIONS = [{ value: '', label: 'Any' }, ...BULK_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value].label }))];

/** One action for many records: the result of each, and its undo. */
export function BulkDialog({ id, outcome, onOutcome, onClose }: BulkDialogProps) {
  const action = useLiveQuery(getBulkAction, { params: { id } }, { topic: jobsTopic });
  const [page, setPage] = useState(0);
  const rows = useListQuery(listBulkRows, { params: { id }, query: { page, outcome } }, { topic: jobsTopic });
  const narrow = (text: string) => {
    setPage(0);
    onOutcome(BULK_OUTCOMES.find((one) => one === text));
  };
  return (
    <Dialog title={action.data === undefined ? `Bulk action ${id}` : bulkTitle(action.data)} size="wide" open onClose={onClose}>
      <QueryResult query={action} rows={3} failure="The bulk action could not be loaded">
        {(one) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <p role="status">
              <BulkStateBadge action={one} />
            </p>
            <div className="flex flex-wrap items-end gap-3">
              <SelectField label="Result" value={outcome ?? ''} options={OUTCOME_OPTIONS} onText={narrow} />
              <ExportButton
                endpoint={exportBulkRows}
                input={{ params: { id }, query: { outcome } }}
                name={`${one.kind}${outcome === undefined ? '' : `-${outcome.toLowerCase()}`}.csv`}
              />
            </div>
            <QueryResult query={rows} rows={3} failure="The results could not be loaded" empty={<EmptyState title="No records with this result" />}>
              {({ data, totalCount }) => (
                <>
                  <DataTable label="Results" columns={columns(one)} rows={data} keyOf={({ record }) => record} />
                  <Pagination page={page} pageSize={BULK_ROWS_PAGE_SIZE} totalCount={totalCount} isOld={rows.isPlaceholderData} onPage={setPage} />
                </>
              )}
            </QueryResult>
            <Actions action={one} onClose={onClose} />
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}

/** The undo goes on in the panel. */
function Actions({ action, onClose }: { action: BulkAction; onClose: () => void }) {
  const undo = useCommand(undoBulkAction);
  const start = () =>
    undo.mutate(
      { params: { id: action.id } },
      {
        onSuccess: (undone) => {
          showBulk({ action: undone, title: bulkTitle(undone) });
          onClose();
        },
      },
    );
  return (
    <>
      {undo.error !== null && <ErrorText>{undo.error.message}</ErrorText>}
      <div className="flex flex-wrap justify-end gap-2">
        {action.state !== 'RUNNING' && action.undoable > 0 && (
          <Button disabled={undo.isPending} onClick={start}>
            {undo.isPending ? 'Undoing...' : `Undo ${numberText(action.undoable)}`}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

function columns({ kind }: BulkAction): readonly Column<BulkRow>[] {
  return [
    { heading: BULK_ACTIONS[kind].noun, isTitle: true, cell: ({ record }) => record },
    { heading: 'Result', cell: (row) => <RowBadge row={row} /> },
    { heading: 'Reason', cell: ({ message }) => message ?? '' },
  ];
}

function RowBadge({ row: { outcome, is_undone } }: { row: BulkRow }) {
  if (is_undone) return <Badge>Undone</Badge>;
  return outcome === null ? <Badge>Not done</Badge> : <StateBadge {...OUTCOMES[outcome]} />;
}
