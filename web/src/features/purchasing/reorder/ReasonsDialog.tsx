import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ReorderProposal } from '@stowage/contract/purchasing/reorder';
import { useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import { VendorProductDialog } from './VendorProductDialog.tsx';

interface ReasonsDialogProps {
  readonly proposal: ReorderProposal;
  readonly mayManage: boolean;
  readonly isOrdering: boolean;
  readonly onOrder: () => void;
  readonly onOpen: (path: string) => void;
  readonly onClose: () => void;
}

const PROBLEMS = {
  NO_VENDOR: 'No vendor is known for this product. Enter one on the product, or add it to a price list.',
  NO_GTIN: 'The product has no UPC or EAN, by which it could be received. Add one on the product.',
} as const;

/** Why a quantity is proposed. */
export function ReasonsDialog({ proposal, mayManage, isOrdering, onOrder, onOpen, onClose }: ReasonsDialogProps) {
  const { product_id, title, vendor, supplier_sku, gtin, unit_cost, quantity, amount, problem, reasons } = proposal;
  const [isEditing, setEditing] = useState(false);
  if (isEditing && vendor !== null) return <VendorProductDialog vendor={vendor} productId={product_id} title={title} onClose={() => setEditing(false)} />;
  return (
    <Dialog
      title={title}
      description={quantity > 0 ? `Order ${numberText(quantity)}${amount === null ? '' : ` for ${moneyText(amount)}`}` : 'Nothing to order now'}
      open
      onClose={onClose}
    >
      <div className="grid gap-4">
        {problem !== null && <Banner tone="warn">{PROBLEMS[problem]}</Banner>}
        <ul aria-label="Reasons" className="grid list-disc gap-1.5 pl-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <Facts
          facts={[
            ['Vendor', vendor ?? '–'],
            ['Supplier SKU', supplier_sku ?? '–'],
            ['UPC/EAN', gtin ?? '–'],
            ['Unit cost', moneyText(unit_cost)],
          ]}
        />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <PageLink path={`/products/${product_id}`} onOpen={onOpen} className="mr-auto link min-h-9">
            Open the product
          </PageLink>
          {mayManage && vendor !== null && <Button onClick={() => setEditing(true)}>Case and minimum</Button>}
          {mayManage && problem === null && quantity > 0 && (
            <Button look="primary" disabled={isOrdering} onClick={onOrder}>
              Make order draft
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
