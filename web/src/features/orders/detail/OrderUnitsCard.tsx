import { getOrder, type OrderDetail, type OrderAllocation } from '@stowage/contract/orders/order-detail';
import { changeAllocationUnit, ALLOCATION_UNITS_LIMIT, allocationUnits } from '@stowage/contract/orders/order-units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { When } from '../../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { OldestAlone } from '../list/OldestAlone.tsx';
import { MismatchDialog } from '../packing/MismatchDialog.tsx';
import { refusalText } from '../packing/refusal-text.ts';

const STATES = {
  WAITING: { tone: 'warn', text: 'Waits for stock' },
  RESERVED: { tone: 'accent', text: 'Reserved' },
  SHIPPED: { tone: 'good', text: 'Shipped' },
  CLOSED: { tone: 'neutral', text: 'Closed' },
} as const;

/** Which unit goes for each piece, and where it lies. */
export function OrderPiecesCard({ order }: { order: OrderDetail }) {
  const [changing, setChanging] = useState<OrderAllocation>();
  const [reporting, setReporting] = useState<OrderAllocation>();
  return (
    <Card title="Units" description="The oldest unit of the right condition is reserved for each piece.">
      <DataTable label="Units" columns={columns(setChanging, setReporting)} rows={order.pieces} keyOf={(piece) => piece.id} />
      {reporting !== undefined && <MismatchDialog piece={reporting} onClose={() => setReporting(undefined)} />}
      {changing !== undefined && <UnitDialog piece={changing} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function columns(onChange: (piece: OrderAllocation) => void, onReport: (piece: OrderAllocation) => void): readonly Column<OrderAllocation>[] {
  return [
    { heading: 'Piece', isTitle: true, cell: (piece) => <span className="lg:whitespace-nowrap">{`${piece.sku ?? 'N/A'}, ${piece.nth}`}</span> },
    { heading: 'State', cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge> },
    {
      heading: 'Unit',
      cell: (piece) => (
        <span className="grid">
          {piece.unit_id ?? '–'}
          <span className="text-muted">{piece.display_condition ?? 'N/A'}</span>
        </span>
      ),
    },
    { heading: 'Location', cell: (piece) => <strong className="font-semibold">{piece.location ?? '–'}</strong> },
    { heading: 'In stock since', cell: (piece) => <When text={piece.unit_since} /> },
    { heading: 'Verified', cell: (piece) => verifiedText(piece) },
    {
      heading: 'Change',
      isAction: true,
      cell: (piece) =>
        (piece.state === 'RESERVED' || piece.state === 'WAITING') && (
          <span className="flex flex-wrap gap-1 lg:grid lg:justify-items-start">
            <Button size="small" className="whitespace-nowrap" aria-label={`Change unit of ${piece.sku}, ${piece.nth}`} onClick={() => onChange(piece)}>
              Change unit
            </Button>
            {piece.state === 'RESERVED' && (
              <Button size="small" className="whitespace-nowrap" aria-label={`Report mismatch of ${piece.sku}, ${piece.nth}`} onClick={() => onReport(piece)}>
                Report mismatch
              </Button>
            )}
          </span>
        ),
    },
  ];
}

function verifiedText({ verified_as, verified_by }: OrderAllocation): string {
  if (verified_as === null) return '–';
  return `${verified_as === 1 ? 'FNSKU or SKU' : 'UPC, EAN or GTIN'}, ${verified_by ?? ''}`;
}

function UnitDialog({ piece, onClose }: { piece: OrderAllocation; onClose: () => void }) {
  const units = useQuery({ ...queryFor(allocationUnits, { params: { id: piece.id } }), staleTime: 0 });
  const change = useCommand(changeAllocationUnit, [getOrder]);
  const choose = (unitId: number) => change.mutate({ body: { id: piece.id, unitId } }, { onSuccess: onClose, onError: () => void units.refetch() });
  return (
    <Dialog
      title="Change unit"
      description={`Another unit of ${piece.sku} is reserved instead; it has to be verified again.`}
      open
      onClose={onClose}
      size="wide"
    >
      {units.isPending && <SkeletonRows count={3} />}
      {units.isError && <ErrorState title="The units could not be loaded" detail={units.error.message} onRetry={() => void units.refetch()} />}
      {units.data?.length === 0 && <EmptyState title="No other unit is available" />}
      {units.data !== undefined && units.data.length > 0 && (
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
          rows={units.data}
          keyOf={(unit) => unit.id}
        />
      )}
      {units.data?.length === ALLOCATION_UNITS_LIMIT && <OldestAlone />}
      {change.error !== null && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {refusalText(change.error)}
        </p>
      )}
    </Dialog>
  );
}
