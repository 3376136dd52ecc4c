import { conditionName } from '@stowage/contract/catalog/conditions';
import { type Assignment, chooseSku, listAssignments } from '@stowage/contract/pricing/sku-assignments';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { serverMessage } from '../settings/server-message.ts';

const RESULTS: StateLooks<Assignment['result']> = {
  ASSIGNED: { label: 'Assigned', tone: 'good' },
  CONFLICT: { label: 'Several SKUs', tone: 'warn' },
  TAKEN: { label: 'SKU in use', tone: 'warn' },
  NO_SKU: { label: 'No SKU', tone: 'bad' },
  UNDONE: { label: 'Undone', tone: 'neutral' },
};

/** The assignment of each FNSKU. A person chooses where several SKUs match. */
export function AssignmentsDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const list = useQuery(queryFor(listAssignments, { params: { jobId } }));
  const choose = useCommand(chooseSku, [listAssignments]);
  const pick = (listingId: number, sku: string) =>
    choose.mutate({ params: { jobId }, body: { listingId, sku } }, { onError: (error) => toast('bad', serverMessage(error, 'The SKU could not be saved')) });
  return (
    <Dialog title="Assignments" description="FNSKUs in stock whose SKU or condition differed from the inventory report." size="wide" open onClose={onClose}>
      <QueryResult query={list} failure="The assignments could not be loaded" rows={4} empty={<EmptyState title="Every FNSKU in stock has its SKU" />}>
        {(rows) => <DataTable label="Assignments" columns={columns(pick, choose.isPending)} rows={rows} keyOf={(row) => row.listingId} />}
      </QueryResult>
    </Dialog>
  );
}

function columns(pick: (listingId: number, sku: string) => void, isBusy: boolean): readonly Column<Assignment>[] {
  const state = (sku: string | null, condition: number | null) => (sku === null ? 'No SKU' : `${sku}, ${conditionName(condition)}`);
  return [
    { heading: 'FNSKU', cell: (row) => <span className="font-mono">{row.fnsku}</span> },
    { heading: 'Item', isTitle: true, cell: (row) => row.itemName },
    { heading: 'Result', cell: (row) => <StateBadge {...RESULTS[row.result]} /> },
    { heading: 'Before', cell: (row) => state(row.beforeSku, row.beforeCondition) },
    {
      heading: 'After',
      cell: (row) =>
        row.result !== 'CONFLICT' ? (
          state(row.afterSku, row.afterCondition)
        ) : (
          <span className="flex flex-wrap gap-1">
            {row.candidates.map(({ sku, condition }) => (
              <Button key={sku} size="small" disabled={isBusy} aria-label={`Use ${sku} for ${row.fnsku}`} onClick={() => pick(row.listingId, sku)}>
                {state(sku, condition)}
              </Button>
            ))}
          </span>
        ),
    },
  ];
}
