import { getOrder, type OrderAllocation, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { ALLOCATION_UNITS_LIMIT, allocationUnits, changeAllocationUnit } from '@stowage/contract/orders/order-units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { MismatchDialog } from '../packing/MismatchDialog.tsx';
import { refusalText } from '../packing/refusal-text.ts';
import { OldestUnitsNote } from './OldestUnitsNote.tsx';

const STATES: StateLooks<OrderAllocation['state']> = {
  WAITING: { label: 'Waiting for stock', tone: 'warn' },
  RESERVED: { label: 'Reserved', tone: 'accent' },
  SHIPPED: { label: 'Shipped', tone: 'good' },
  CLOSED: { label: 'Closed', tone: 'neutral' },
};

/** The unit that is reserved for each ordered unit, and its location. */
export function OrderUnitsCard({ order }: { order: OrderDetail }) {
  const [changing, setChanging] = useState<OrderAllocation>();
  const [reporting, setReporting] = useState<OrderAllocation>();
  return (
    <Card title="Units" description="The oldest unit of the right condition is reserved for each ordered unit.">
      <DataTable label="Units" columns={columns(setChanging, setReporting)} rows={order.pieces} keyOf={(allocation) => allocation.id} />
      {reporting !== undefined && <MismatchDialog allocation={reporting} onClose={() => setReporting(undefined)} />}
      {changing !== undefined && <UnitDialog allocation={changing} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function columns(onChange: (allocation: OrderAllocation) => void, onReport: (allocation: OrderAllocation) => void): readonly Column<OrderAllocation>[] {
  return [
    { heading: 'Ordered unit', isTitle: true, cell: (allocation) => <span className="lg:whitespace-nowrap">{nameOf(allocation)}</span> },
    { heading: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
    {
      heading: 'Unit',
      cell: (allocation) => (
        <span className="grid">
          {allocation.unit_id ?? '–'}
          <span className="text-muted">{allocation.display_condition ?? 'N/A'}</span>
        </span>
      ),
    },
    { heading: 'Location', cell: (allocation) => <strong className="font-semibold">{allocation.location ?? '–'}</strong> },
    { heading: 'In stock since', cell: (allocation) => <When text={allocation.unit_since} /> },
    { heading: 'Verified', cell: (allocation) => verifiedText(allocation) },
    {
      heading: 'Change',
      isAction: true,
      cell: (allocation) =>
        (allocation.state === 'RESERVED' || allocation.state === 'WAITING') && (
          <span className="flex flex-wrap gap-1 lg:grid lg:justify-items-start">
            <Button size="small" className="whitespace-nowrap" aria-label={`Change unit of ${nameOf(allocation)}`} onClick={() => onChange(allocation)}>
              Change unit
            </Button>
            {allocation.state === 'RESERVED' && (
              <Button size="small" className="whitespace-nowrap" aria-label={`Report mismatch of ${nameOf(allocation)}`} onClick={() => onReport(allocation)}>
                Report mismatch
              </Button>
            )}
          </span>
        ),
    },
  ];
}

function nameOf({ sku, nth }: OrderAllocation): string {
  return `${sku ?? 'N/A'}, ${nth}`;
}

function verifiedText({ verified_as, verified_by }: OrderAllocation): string {
  if (verified_as === null) return '–';
  return `${verified_as === 1 ? 'FNSKU or SKU' : 'UPC, EAN or GTIN'}, ${verified_by ?? ''}`;
}

function UnitDialog({ allocation, onClose }: { allocation: OrderAllocation; onClose: () => void }) {
  const units = useQuery({ ...queryFor(allocationUnits, { params: { id: allocation.id } }), staleTime: 0 });
  const change = useCommand(changeAllocationUnit, [getOrder]);
  const choose = (unitId: number) => change.mutate({ body: { id: allocation.id, unitId } }, { onSuccess: onClose, onError: () => void units.refetch() });
  return (
    <Dialog
      title="Change unit"
      description={`Reserves another unit of ${allocation.sku}. The unit has to be verified again.`}
      open
      onClose={onClose}
      size="wide"
    >
      <QueryResult query={units} rows={3} failure="The units could not be loaded" empty={<EmptyState title="No other unit is available" />}>
        {(available) => (
          <>
            <DataTable
              label="Available units"
              isNarrow
              columns={[
                { heading: 'Unit', isTitle: true, cell: (unit) => unit.id },
                { heading: 'Location', cell: (unit) => unit.location },
                { heading: 'In stock since', cell: (unit) => <When text={unit.created_at} /> },
                {
                  heading: 'Take',
                  isAction: true,
                  cell: (unit) => (
                    <Button size="small" aria-label={`Take unit ${unit.id}`} disabled={change.isPending} onClick={() => choose(unit.id)}>
                      Take
                    </Button>
                  ),
                },
              ]}
              rows={available}
              keyOf={(unit) => unit.id}
            />
            {available.length === ALLOCATION_UNITS_LIMIT && <OldestUnitsNote />}
          </>
        )}
      </QueryResult>
      {change.error !== null && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {refusalText(change.error)}
        </p>
      )}
    </Dialog>
  );
}
