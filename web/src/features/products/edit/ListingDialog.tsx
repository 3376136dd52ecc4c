import { productStock } from '@stowage/contract/products/product-sections';
import { addProductListing, getProduct, type Product, type ProductListing, updateProductListing } from '@stowage/contract/products/products';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { type Filled, useRebase } from '../../../shared/meanwhile/use-rebase.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { DuplicateOwners } from '../new/DuplicateOwners.tsx';
import { CONDITION_OPTIONS } from './ProductFields.tsx';
import { fieldErrorsOf } from './product-values.ts';

interface ListingDialogProps {
  readonly product: Product;
  /** The listing to edit; undefined to add one. */
  readonly listing: ProductListing | undefined;
  readonly onClose: () => void;
}

const NAMES = { seller_sku: 'Seller SKU', fnsku: 'FNSKU', asin: 'ASIN' };
type Codes = Readonly<Record<keyof typeof NAMES, string>>;

/** A new listing starts with the ASIN of the others. */
function filledOf(product: Product, listing: ProductListing | undefined): Filled<keyof Codes> {
  const values = { seller_sku: listing?.seller_sku ?? '', fnsku: listing?.fnsku ?? '', asin: (listing ?? product.listings[0])?.asin ?? '' };
  return { version: JSON.stringify(values), values };
}

/** Adds or edits the codes of a product in one condition. */
export function ListingDialog({ product, onClose, ...props }: ListingDialogProps) {
  // The edited listing may be deleted meanwhile. Saving says so, and adds no other one.
  const [opened] = useState(props.listing);
  const listing = props.listing ?? opened;
  const [condition, setCondition] = useState(String(listing?.condition ?? product.default_condition));
  const stale = [getProduct, productStock];
  const add = useCommand(addProductListing, stale);
  const change = useCommand(updateProductListing, stale);
  const error = add.error ?? change.error;
  const errors = fieldErrorsOf(error);
  const done = () => {
    toast('good', listing === undefined ? 'Listing added' : 'Saved');
    onClose();
  };
  const send = ({ values: was }: Filled<keyof Codes>, wanted: Codes) => {
    if (listing === undefined) add.mutate({ params: { id: product.id }, body: { ...wanted, condition: Number(condition) } }, { onSuccess: done });
    else change.mutate({ params: { id: product.id, listingId: listing.id }, body: { ...wanted, was } }, { onSuccess: done });
  };
  const isBusy = add.isPending || change.isPending;
  const form = useRebase(filledOf(product, listing), { error, isPending: isBusy, reset: change.reset, send, names: NAMES });
  const { values: codes, setValues: setCodes, submit, meanwhile } = form;
  const field = (name: keyof Codes, maxLength: number) => ({
    label: NAMES[name],
    maxLength,
    className: 'font-mono',
    value: codes[name],
    error: errors[name],
    onText: (text: string) => setCodes({ ...codes, [name]: text }),
  });
  return (
    <FormDialog
      title={listing === undefined ? 'Add Listing' : 'Edit Listing'}
      description={product.title}
      submitLabel="Save"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {meanwhile ?? <DuplicateOwners error={error} />}
      {listing === undefined && <SelectField label="Condition" options={CONDITION_OPTIONS} value={condition} error={errors.condition} onText={setCondition} />}
      <CodeField {...field('seller_sku', 40)} label={`${NAMES.seller_sku} *`} autoFocus aria-required />
      <CodeField {...field('fnsku', 10)} />
      <CodeField {...field('asin', 10)} />
    </FormDialog>
  );
}
