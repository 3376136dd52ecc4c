import { counted } from '@stowage/contract/formats/text/counted';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { poName } from '@stowage/contract/purchasing/po-name';
import { PO_DIFF_ROWS, PO_UPLOAD_MESSAGES, type PoDiffRow, type PoUploadRefusal, poUploadDiff } from '@stowage/contract/purchasing/purchase-order-upload';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { MoreButton } from '../../../ui/MoreButton.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { type PoFile, placeOf } from './po-file.ts';
import type { PoUpload } from './use-po-upload.ts';

interface UploadResultDialogProps {
  readonly upload: PoUpload;
  /** The uploaded files. */
  readonly files: readonly PoFile[];
  /** Updates the existing orders. */
  readonly onUpdate: (id: number) => void;
  readonly onOpenPo: (poNumber: string) => void;
  /** Closes the dialog and clears the files. */
  readonly onClose: () => void;
}

/** The result of an upload; for a refusal, its cause and the possible actions. */
export function UploadResultDialog({ upload, files, onUpdate, onOpenPo, onClose }: UploadResultDialogProps) {
  const [isDiffShown, setDiffShown] = useState(false);
  if (upload.step !== 'done' && upload.step !== 'refused' && upload.step !== 'unanswered') return null;
  const id = upload.step === 'refused' ? upload.id : undefined;
  return (
    <Dialog title="Upload result" size={isDiffShown ? 'wide' : 'normal'} open onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {upload.step === 'done' && (
          <Banner tone="good">
            {PO_UPLOAD_MESSAGES.success}
            <p className="font-normal">{savedText(upload)}</p>
          </Banner>
        )}
        {upload.step === 'unanswered' && (
          <Banner tone="bad">
            {PO_UPLOAD_MESSAGES.noAnswer}
            <p className="font-normal">The server did not answer. A file is never saved in part: check Po/Packing List before you upload it again.</p>
          </Banner>
        )}
        {upload.step === 'refused' && <Refusal refusal={upload.refusal} message={upload.message} files={files} onOpenPo={onOpenPo} />}
        {id !== undefined && isDiffShown && (
          <>
            <DiffHeading />
            <Diff id={id} files={files} />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {id !== undefined && !isDiffShown && <Button onClick={() => setDiffShown(true)}>Show changes</Button>}
          {id !== undefined && isDiffShown && <Button onClick={() => onUpdate(id)}>Update the orders</Button>}
          <Button look="primary" autoFocus onClick={onClose}>
            OK
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function savedText({ orders, lines, changedLines }: { orders: number; lines: number; changedLines: number }): string {
  const parts = [counted(orders, 'order'), counted(lines, 'line')];
  return `${parts.join(', ')} saved${changedLines > 0 ? `, ${numberText(changedLines)} changed` : ''}`;
}

const SHOWN = 5;

interface RefusalProps extends Pick<UploadResultDialogProps, 'files' | 'onOpenPo'> {
  readonly refusal: PoUploadRefusal | undefined;
  readonly message: string;
}

function Refusal({ refusal, message, files, onOpenPo }: RefusalProps) {
  return (
    <>
      <Banner tone="bad">
        {PO_UPLOAD_MESSAGES.refused}
        <p className="font-normal">{refusal?.cause ?? message}</p>
      </Banner>
      {refusal !== undefined && refusal.rejected.length > 0 && (
        <ul className="list-disc pl-5">
          {refusal.rejected.slice(0, SHOWN).map(({ row, field, message: text }) => (
            <li key={`${row} ${field}`}>
              {placeOf(files, row)}: {text}
            </li>
          ))}
        </ul>
      )}
      {refusal !== undefined && refusal.duplicates.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {refusal.duplicates.slice(0, SHOWN).map(({ po_number }) => (
            <Button key={po_number} size="small" onClick={() => onOpenPo(po_number)}>
              Open {poName(po_number)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Takes the focus, because the button that opened the changes is gone. */
function DiffHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
      What would change
    </h3>
  );
}

function Diff({ id, files }: { id: number; files: readonly PoFile[] }) {
  const rows = useInfiniteQuery({
    queryKey: [poUploadDiff.path, id],
    queryFn: ({ pageParam }) => call(poUploadDiff, { params: { id }, query: { after: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PO_DIFF_ROWS ? undefined : page.at(-1)?.row),
  });
  return (
    <QueryResult query={rows} failure="The changes could not be loaded" rows={3} empty={<p>No line changes.</p>}>
      {({ pages }) => (
        <>
          <ScrollBox label="What would change">
            <DataTable label="Changes" columns={diffColumns(files)} rows={pages.flat()} keyOf={({ row }) => row} />
          </ScrollBox>
          <MoreButton query={rows} />
        </>
      )}
    </QueryResult>
  );
}

const diffColumns = (files: readonly PoFile[]): readonly Column<PoDiffRow>[] => [
  { heading: 'Row', cell: ({ row }) => placeOf(files, row) },
  { heading: 'PO Number', cell: ({ po_number }) => po_number },
  { heading: 'Supplier SKU', cell: ({ supplier_sku }) => supplier_sku },
  {
    heading: 'Product Name',
    isTitle: true,
    cell: ({ product_name, also, new_ordered, held_by_lists }) => (
      <>
        {product_name}
        {also.length > 0 && <span className="block text-muted">{also.join('; ')}</span>}
        {held_by_lists !== null && (
          <span className="flex items-start gap-1 font-medium text-warn">
            <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
            Open packing lists hold {numberText(held_by_lists)}, {numberText(held_by_lists - new_ordered)} more than the new quantity
          </span>
        )}
      </>
    ),
  },
  {
    heading: 'Qty Ordered',
    align: 'right',
    cell: ({ old_ordered, new_ordered }) => (old_ordered === null ? `${numberText(new_ordered)} (new)` : change(old_ordered, new_ordered)),
  },
  {
    heading: 'Unit Cost',
    align: 'right',
    cell: ({ old_ordered, old_cost, new_cost }) =>
      old_ordered === null || old_cost === new_cost ? dollars(new_cost) : `${dollars(old_cost)} → ${dollars(new_cost)}`,
  },
];

function change(before: number, after: number): string {
  return before === after ? numberText(after) : `${numberText(before)} → ${numberText(after)}`;
}
