import type { OutputOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { getPackingListLines, PackingListLine, PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { COLUMN_MIN_WIDTH_PX, LINE_NOTES_MAX_LENGTH, updatePackingListLine } from '@stowage/contract/purchasing/receiving';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { mayPass } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { setCachedNote } from '../packing-lists/line-queries.ts';
import { damageDrafts, type LineDraft, needsEvidence, noteDrafts, useDraftsOnLeaving, useLineDraft } from './line-drafts.ts';
import { QuantityInput } from './QuantityInput.tsx';
import type { OnLinesChanged } from './use-receiving.ts';

interface PackingListPanelProps {
  readonly list: PackingListOption;
  readonly lines: UseQueryResult<OutputOf<typeof getPackingListLines>>;
  /** Whether the list is closed or canceled. */
  readonly isFixed: boolean;
  readonly onChanged: OnLinesChanged;
  /** Moves the focus back to the scan field. */
  readonly onEntered: () => void;
  /** Opens the photos of a line. */
  readonly onPhotos: (lineId: number) => void;
}

/** The lines of the list in receiving. Complete lines are green and come first. */
export function PackingListPanel({ list, lines, isFixed, onChanged, onEntered, onPhotos }: PackingListPanelProps) {
  const [isShown, setShown] = useState(true);
  useDraftsOnLeaving();
  return (
    <Card>
      <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary className="cursor-pointer px-4 py-3 text-base font-semibold">{list.label}</summary>
        <QueryResult query={lines} failure="The packing list could not be loaded" empty={<EmptyState title="No lines on this list" />}>
          {(rows) => (
            <DataTable
              label={list.label}
              resizing={{ storageKey: 'stowage.packing-list-columns', minWidthPx: COLUMN_MIN_WIDTH_PX }}
              mayBeLong
              columns={columns({ isFixed, onChanged, onEntered, onPhotos })}
              rows={rows}
              keyOf={(line) => line.stowage_supplier_po_id}
              rowClass={(line) => (isComplete(line) ? 'bg-good-soft' : 'hover:bg-sunken')}
            />
          )}
        </QueryResult>
      </details>
    </Card>
  );
}

function isComplete({ packinglist_qty, packing_list_received }: PackingListLine): boolean {
  return packinglist_qty === packing_list_received;
}

function columns(cell: Omit<CellProps, 'line'>): readonly Column<PackingListLine>[] {
  return [
    { name: 'po', heading: 'PO Number', widthPx: 50, cell: ({ poNumber }) => poNumber },
    { name: 'asin', heading: 'ASIN', widthPx: 125, cell: ({ Asin }) => <span className="font-mono">{Asin ?? 'N/A'}</span> },
    { name: 'sku', heading: 'Supplier SKU', widthPx: 125, cell: ({ supplier_sku }) => supplier_sku },
    {
      name: 'product',
      heading: 'Product Name',
      widthPx: 125,
      isTitle: true,
      cell: (line) => (
        <span title={line.product_name} className="flex flex-wrap items-center gap-1">
          <span className="line-clamp-2 lg:max-w-full">{line.product_name}</span>
          {isComplete(line) && <Badge tone="good">Complete</Badge>}
          {line.packing_list_received > line.packinglist_qty && (
            <Badge tone="warn">+{numberText(line.packing_list_received - line.packinglist_qty)} over</Badge>
          )}
        </span>
      ),
    },
    { name: 'quantity', align: 'right', heading: 'Packing List Qty', widthPx: 50, cell: ({ packinglist_qty }) => numberText(packinglist_qty) },
    {
      name: 'received',
      align: 'right',
      heading: 'Packing List Qty Received',
      widthPx: 50,
      cell: ({ packing_list_received }) => numberText(packing_list_received),
    },
    { name: 'damaged', heading: 'Damaged Inventory', widthPx: 50, cell: (line) => <DamagedCell line={line} {...cell} /> },
    { name: 'notes', heading: 'Line Item Notes', widthPx: 150, cell: (line) => <NotesCell line={line} {...cell} /> },
  ];
}

interface CellProps {
  readonly line: PackingListLine;
  readonly isFixed: boolean;
  readonly onChanged: OnLinesChanged;
  readonly onEntered: () => void;
  readonly onPhotos: (lineId: number) => void;
}

/** Damaged units need a note or a photo. A number without one asks for the note, and is saved with either. */
function DamagedCell({ line, isFixed, onChanged, onEntered }: CellProps) {
  const update = useCommand(updatePackingListLine);
  const draft = useLineDraft(damageDrafts, line);
  const onSaved = () => onChanged([line.stowage_supplier_po_id]);
  const send = (setDamagedQty: number, expectedDamagedQty: number) =>
    update.mutateAsync({ body: { ...keyOf(line), setDamagedQty, expectedDamagedQty } }).then(onSaved);
  const save = (damaged: number, seen: number) => {
    damageDrafts.drop(line);
    return send(damaged, seen).catch((error: unknown) => {
      if (mayPass(error)) return damageDrafts.retry(line, String(damaged), { onSaved, seen });
      if (needsEvidence(error)) {
        damageDrafts.wait(line, String(damaged), { message: error.message, onSaved, seen });
        document.getElementById(notesId(line))?.focus();
        return 'elsewhere';
      }
      throw error;
    });
  };
  const hasNotes = line.line_item_notes !== null;
  const sendWaiting = useEffectEvent(() => damageDrafts.sendWaiting(line));
  useEffect(() => {
    if (hasNotes) sendWaiting();
  }, [hasNotes]);
  return (
    <span className="grid gap-1">
      <QuantityInput
        label={`Damaged Inventory of ${line.supplier_sku}`}
        value={draft === undefined ? line.damaged_qty : Number(draft.text)}
        stored={line.damaged_qty}
        isDisabled={isFixed}
        onEntered={onEntered}
        onSave={save}
      />
      <DraftState draft={draft} />
    </span>
  );
}

/** Saves a note shortly after the last edit. Notes of other people appear, but never replace a draft. */
function NotesCell({ line, isFixed, onChanged, onEntered, onPhotos }: CellProps) {
  const draft = useLineDraft(noteDrafts, line);
  const stored = line.line_item_notes ?? '';
  const client = useQueryClient();
  const saved = (text: string) => {
    setCachedNote(client, line, text || null);
    onChanged([line.stowage_supplier_po_id]);
  };
  const write = (text: string) => noteDrafts.write(line, text, { onSaved: saved, seen: stored });
  const leave = useEffectEvent(() => noteDrafts.leave(line));
  useEffect(() => () => leave(), []);
  return (
    <span className="grid gap-1">
      <span className="flex gap-1">
        <input
          {...PASSES_SCANS}
          id={notesId(line)}
          aria-label={`Line Item Notes of ${line.supplier_sku}`}
          maxLength={LINE_NOTES_MAX_LENGTH}
          autoComplete="off"
          disabled={isFixed}
          value={draft?.text ?? stored}
          onChange={({ target }) => (target.value === stored ? noteDrafts.drop(line) : write(target.value))}
          onBlur={() => noteDrafts.leave(line)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Replaces what another person wrote, which is shown below the field.
            if (draft?.changedTo !== undefined) write(draft.text);
            onEntered();
          }}
          className="min-h-9 w-full rounded-md border border-edge bg-surface px-2 text-ink disabled:bg-sunken max-lg:min-h-11"
        />
        <Button size="small" className="max-lg:min-h-11" aria-label={`Photos of ${line.supplier_sku}`} onClick={() => onPhotos(line.stowage_supplier_po_id)}>
          <Camera size={16} aria-hidden />
        </Button>
      </span>
      <DraftState draft={draft} />
    </span>
  );
}

function DraftState({ draft }: { draft: LineDraft | undefined }) {
  return (
    <>
      {draft?.state === 'retrying' && (
        <span role="status" className="text-xs font-medium text-warn">
          Not saved, retrying
        </span>
      )}
      {draft?.state === 'waiting' && (
        <span role="status" className="text-xs font-medium text-warn">
          {draft.message}
        </span>
      )}
      {draft?.state === 'refused' && (
        <span role="alert" className="text-xs font-medium text-bad">
          Not saved: {draft.message}
        </span>
      )}
      {draft?.changedTo !== undefined && (
        <span className="text-xs font-medium text-warn">Changed by another person to: {draft.changedTo === '' ? '(empty)' : draft.changedTo}</span>
      )}
    </>
  );
}

function notesId({ stowage_receive_inventory_packing_list_id: list, stowage_supplier_po_id: line }: PackingListLine): string {
  return `notes-${list}-${line}`;
}

function keyOf({ stowage_supplier_po_id, stowage_receive_inventory_packing_list_id }: PackingListLine) {
  return { stowage_supplier_po_id, stowage_receive_inventory_packing_list_id };
}
