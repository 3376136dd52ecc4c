import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type PoMoneyLine, type PoMoneyRow, poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { createCreditsFromDifferences, creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { toggled } from '../../../ui/table/toggled.ts';
import { ACTION_NAMES } from '../invoicing-names.tsx';

interface CreditReviewDialogProps {
  readonly order: PoMoneyRow;
  readonly lines: readonly PoMoneyLine[];
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Shows what a credit from the differences of an order consists of, before it is created. Lines can be left out. */
export function CreditReviewDialog({ order, lines, onClose, onCreated }: CreditReviewDialogProps) {
  const [differing] = useState(() => lines.filter(({ unclaimed }) => unclaimed !== '0.00'));
  const [chosen, setChosen] = useState(() => firstChoice(differing));
  const create = useCommand(createCreditsFromDifferences, [poMoneyPage, poMoneyLines, creditPage, invoicePage]);
  const sum = moneyOf(differing.filter(({ id }) => chosen.has(id)).reduce((cents, { unclaimed }) => cents + centsOf(unclaimed), 0));
  const submit = () =>
    create.mutate(
      { body: { purchaseOrderId: order.id, lineIds: [...chosen] } },
      {
        onSuccess: ({ amount }) => {
          toast('good', `Created a credit of ${moneyText(amount)} from ${order.vendor ?? 'the vendor'}`);
          onCreated();
        },
      },
    );
  const columns: readonly Column<PoMoneyLine>[] = [
    {
      heading: 'Credit',
      cell: ({ id, supplier_sku }) => (
        <input
          type="checkbox"
          className="size-4.5"
          aria-label={`Credit ${supplier_sku}`}
          checked={chosen.has(id)}
          onChange={() => setChosen(toggled(chosen, id))}
        />
      ),
    },
    { heading: 'Supplier SKU', isTitle: true, cell: ({ supplier_sku, product_name }) => <span title={product_name}>{supplier_sku}</span> },
    { heading: 'Billed', align: 'right', cell: ({ billed }) => numberText(billed) },
    { heading: 'Usable', align: 'right', cell: ({ usable }) => numberText(usable) },
    { heading: 'Damaged', align: 'right', cell: ({ damaged }) => numberText(damaged) },
    { heading: 'Amount', align: 'right', cell: ({ unclaimed }) => moneyText(unclaimed) },
    { heading: 'Note', cell: ({ action }) => action === 'WAIT' && <Badge tone="warn">{ACTION_NAMES.WAIT}</Badge> },
  ];
  return (
    <FormDialog
      title={`Credit from the differences of ${poName(order.po_number)}`}
      description={`What ${order.vendor ?? 'the vendor'} billed too much and no credit covers yet.`}
      size="wide"
      submitLabel={`Create credit of ${moneyText(sum)}`}
      command={create}
      isReady={chosen.size > 0}
      isImmediate
      onSubmit={submit}
      onClose={onClose}
    >
      <ScrollBox label="Differences" className="max-h-[45dvh] rounded-card border border-line">
        <DataTable label="Differences" columns={columns} rows={differing} keyOf={({ id }) => id} />
      </ScrollBox>
    </FormDialog>
  );
}

/** All lines but those whose units are still expected and may settle their difference, unless there are no others. */
function firstChoice(lines: readonly PoMoneyLine[]): ReadonlySet<number> {
  const settled = lines.filter(({ action }) => action !== 'WAIT');
  return new Set((settled.length > 0 ? settled : lines).map(({ id }) => id));
}
