import { findOrderable, type OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { reorderPage, reorderVendors } from '@stowage/contract/purchasing/reorder';
import { saveVendorProduct } from '@stowage/contract/purchasing/vendor-terms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { onceFor, useCommand } from '../../../api/query.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

interface VendorProductDialogProps {
  readonly vendor: string;
  readonly productId: number;
  readonly title: string;
  readonly onClose: () => void;
}

/** How a vendor sells a product. */
export function VendorProductDialog(props: VendorProductDialogProps) {
  const product = useQuery(onceFor(findOrderable, { query: { vendor: props.vendor, product_id: props.productId } }));
  if (product.data !== undefined) return <VendorProductForm {...props} product={product.data} />;
  return (
    <Dialog title={props.title} open onClose={props.onClose}>
      <QueryResult query={product} failure="The product could not be loaded" rows={3}>
        {() => null}
      </QueryResult>
    </Dialog>
  );
}

function VendorProductForm({ vendor, productId, title, product, onClose }: VendorProductDialogProps & { product: OrderableLine }) {
  const [sku, setSku] = useState(product.supplier_sku);
  const [pack, setPack] = useState(product.case_pack?.toString() ?? '');
  const [minimum, setMinimum] = useState(product.minimum_quantity?.toString() ?? '');
  const save = useCommand(saveVendorProduct, [findOrderable, reorderPage, reorderVendors]);
  const isCount = (text: string) => text === '' || /^[1-9]\d{0,5}$/.test(text);
  const count = (text: string) => (text === '' ? null : Number(text));
  const submit = () =>
    save.mutate(
      {
        body: {
          ...{ vendor, product_id: productId, version: product.terms_version, supplier_sku: sku.trim() || null },
          ...{ case_pack: count(pack), minimum_quantity: count(minimum) },
        },
      },
      {
        onSuccess: () => {
          toast('good', 'Saved. The next calculation uses it.');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={title}
      description={`How ${vendor} sells it.`}
      submitLabel="Save"
      command={save}
      isReady={isCount(pack) && isCount(minimum)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Supplier SKU" maxLength={100} autoComplete="off" value={sku} onText={setSku} />
      <CountField label="Units per case (optional)" value={pack} isValid={isCount(pack)} onText={setPack} />
      <CountField label="Minimum order quantity (optional)" value={minimum} isValid={isCount(minimum)} onText={setMinimum} />
    </FormDialog>
  );
}

function CountField({ label, value, isValid, onText }: { label: string; value: string; isValid: boolean; onText: (text: string) => void }) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={6}
      autoComplete="off"
      value={value}
      error={isValid ? undefined : 'Enter a whole number, at least 1'}
      onText={(text) => onText(text.trim())}
    />
  );
}
