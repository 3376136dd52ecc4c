import { findPoMoney, poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { createCredit, creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';

type Type = 'RETURN' | 'REBATE';

/** The typed texts. */
interface Values {
  readonly line: string;
  readonly quantity: string;
  readonly amount: string;
  readonly note: string;
}

/** Creates a credit for a return or a rebate. */
export function NewCreditDialog({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState<Type>('RETURN');
  const [poNumber, setPoNumber] = useState('');
  const [order, setOrder] = useState<{ id: number; po_number: string }>();
  const [problem, setProblem] = useState<string>();
  const [clientId] = useState(newId);
  const [values, setValues] = useState<Values>({ line: '', quantity: '', amount: '', note: '' });
  const create = useCommand(createCredit, [creditPage, poMoneyPage]);
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const find = () =>
    call(findPoMoney, { query: { number: poNumber } })
      .then((found) => {
        setOrder(found);
        setProblem(undefined);
      })
      .catch((error: Error) => setProblem(error.message));
  const clearOrder = () => {
    setOrder(undefined);
    set({ line: '', quantity: '' });
    create.reset();
  };
  const submit = () => {
    if (order === undefined) return void find();
    const { line, quantity, amount, note } = values;
    // What is no number would be left out of the call.
    const isCount = quantity.trim() === '' || /^0*[1-9]\d*$/.test(quantity.trim());
    setProblem(isCount ? undefined : 'Enter a whole number, at least 1');
    if (!isCount) return;
    create.mutate(
      {
        body: {
          ...{ client_id: clientId, purchaseOrderId: order.id, type, amount, note },
          ...(line !== '' && { purchaseOrderLineId: Number(line) }),
          ...(quantity.trim() !== '' && { quantity: Number(quantity) }),
        },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title="New return or rebate"
      description="Short, damaged and overcharged units become credits from a purchase order’s differences."
      submitLabel={order === undefined ? 'Find PO' : 'Create credit'}
      isBusy={create.isPending}
      problem={problem ?? create.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Type"
        value={type}
        options={[
          { value: 'RETURN', label: 'Return' },
          { value: 'REBATE', label: 'Rebate' },
        ]}
        onText={setType}
      />
      {order === undefined ? (
        <CodeField label="PO Number" maxLength={64} autoFocus value={poNumber} onText={setPoNumber} />
      ) : (
        <>
          <p className="flex items-center gap-2">
            {poName(order.po_number)}
            <Button size="small" onClick={clearOrder}>
              Change
            </Button>
          </p>
          <Fields type={type} orderId={order.id} values={values} onValues={set} />
        </>
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly type: Type;
  readonly orderId: number;
  readonly values: Values;
  readonly onValues: (part: Partial<Values>) => void;
}

/** The fields that need a known order. */
function Fields({ type, orderId, values, onValues }: FieldsProps) {
  const lines = useQuery(queryFor(poMoneyLines, { params: { id: orderId } }));
  return (
    <>
      <SelectField
        label={type === 'REBATE' ? 'Line (optional)' : 'Line'}
        autoFocus
        value={values.line}
        options={[
          { value: '', label: 'Choose' },
          ...(lines.data?.lines ?? []).map(({ id, supplier_sku, product_name }) => ({ value: String(id), label: `${supplier_sku}, ${product_name}` })),
        ]}
        onChange={({ target }) => onValues({ line: target.value })}
      />
      <TextField
        label="Qty (optional)"
        inputMode="numeric"
        maxLength={7}
        value={values.quantity}
        onChange={({ target }) => onValues({ quantity: target.value })}
      />
      <TextField label="Amount" inputMode="decimal" maxLength={15} value={values.amount} onChange={({ target }) => onValues({ amount: target.value })} />
      <TextField label="What it is for" maxLength={500} value={values.note} onChange={({ target }) => onValues({ note: target.value })} />
    </>
  );
}
