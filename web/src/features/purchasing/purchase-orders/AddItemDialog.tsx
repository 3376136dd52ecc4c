import { poName } from '@stowage/contract/purchasing/po-name';
import { addPoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';

interface AddItemDialogProps {
  readonly poNumber: string;
  /** Adds the line to this packing list too. */
  readonly packingListId?: number | undefined;
  /** The scanned code. */
  readonly code?: string | undefined;
  /** The number of its scans. */
  readonly quantity?: number | undefined;
  readonly onClose: () => void;
  readonly onAdded: (lineId: number) => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

const EMPTY = { gtin: '', supplier_sku: '', product_name: '', unit_cost: '', reason: 'vendor added' };
const FIELDS = [
  { name: 'gtin', label: 'GTIN', maxLength: 64, isCode: true },
  { name: 'supplier_sku', label: 'Supplier SKU', maxLength: 100, isCode: true },
  { name: 'product_name', label: 'Product Name', maxLength: 500, isCode: false },
  { name: 'qty_ordered', label: 'Qty Ordered', maxLength: 7, isCode: false },
  { name: 'unit_cost', label: 'Unit Cost', maxLength: 14, isCode: false },
  { name: 'reason', label: 'Reason', maxLength: 200, isCode: false },
] as const;

/** Adds a line to an order, for an item that the vendor sent without an order. */
export function AddItemDialog({ poNumber, packingListId, code, quantity = 1, onClose, onAdded, returnFocusTo }: AddItemDialogProps) {
  const [values, setValues] = useState({ ...EMPTY, qty_ordered: String(quantity), ...(code !== undefined && { gtin: code }) });
  const add = useCommand(addPoLine);
  const submit = () => {
    const { qty_ordered, unit_cost, ...texts } = values;
    add.mutate(
      {
        body: {
          poNumber,
          ...texts,
          qty_ordered: Number(qty_ordered || 'x'),
          unit_cost: unit_cost.trim() || null,
          ...(packingListId !== undefined && { packingListId }),
        },
      },
      { onSuccess: ({ id }) => onAdded(id) },
    );
  };
  return (
    <FormDialog
      title="Add Item"
      description={`Adds a line to ${poName(poNumber)}.`}
      submitLabel="Add Item"
      command={add}
      onSubmit={submit}
      onClose={onClose}
      {...(returnFocusTo && { returnFocusTo })}
    >
      {FIELDS.map(({ name, label, maxLength, isCode }, index) => {
        const Field = isCode ? CodeField : TextField;
        return (
          <Field
            key={name}
            label={name === 'unit_cost' ? `${label} (optional)` : label}
            maxLength={maxLength}
            inputMode={name === 'qty_ordered' ? 'numeric' : name === 'unit_cost' ? 'decimal' : 'text'}
            autoComplete="off"
            autoFocus={index === 0}
            value={values[name]}
            onText={(text) => setValues({ ...values, [name]: text })}
          />
        );
      })}
    </FormDialog>
  );
}
