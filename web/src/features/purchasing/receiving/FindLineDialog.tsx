import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { poName } from '@stowage/contract/purchasing/po-name';
import { getPoLines, LINES_FOUND_LIMIT, type PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

interface FindLineDialogProps {
  readonly poNumber: string;
  /** The scanned code. */
  readonly code: string;
  readonly onLine: (lineId: number) => void;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Searches the line of an order for a scanned code. */
export function FindLineDialog({ poNumber, code, onLine, onClose, returnFocusTo }: FindLineDialogProps) {
  const [text, setText] = useState('');
  const search = text.trim();
  const found = useListQuery(getPoLines, { body: { poNumber, search } }, { enabled: search !== '' });
  const lines = search === '' ? [] : (found.data ?? []);
  return (
    <Dialog title={`Which line is ${code}?`} description={`Lines of ${poName(poNumber)}`} size="wide" open onClose={onClose} returnFocusTo={returnFocusTo}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <CodeField
          label="Find a line"
          placeholder="Supplier SKU, GTIN or product name"
          autoFocus
          maxLength={LIST_SEARCH_MAX_LENGTH}
          value={text}
          error={found.isError && found.data === undefined ? 'The search failed. Try again.' : undefined}
          hint={search !== '' && found.isSuccess && lines.length === 0 ? 'No line matches' : `The first ${LINES_FOUND_LIMIT} are shown`}
          onText={setText}
        />
        {lines.length > 0 && (
          <ScrollBox label="Lines found" className="max-h-[50dvh] rounded-card border border-line">
            <DataTable label="Lines found" columns={columns(onLine)} rows={lines} keyOf={({ id }) => id} />
          </ScrollBox>
        )}
        <div className="flex justify-end">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

function columns(onLine: (lineId: number) => void): readonly Column<PoLine>[] {
  return [
    { heading: 'Supplier SKU', cell: ({ supplier_sku }) => supplier_sku },
    { heading: 'Product Name', isTitle: true, cell: ({ product_name }) => product_name },
    { heading: 'GTIN', cell: ({ gtin }) => <Identifier value={gtin} label="GTIN" /> },
    { heading: 'Remaining Qty', align: 'right', cell: ({ remaining_qty }) => numberText(Math.max(remaining_qty, 0)) },
    buttonColumn({ heading: 'Receive', text: 'Receive', nameOf: ({ supplier_sku }) => `on ${supplier_sku}`, onPress: ({ id }) => onLine(id) }),
  ];
}
