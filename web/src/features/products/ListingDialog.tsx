import { addProductListing, getProduct, type Product, type ProductListing, productStock, updateProductListing } from '@stowage/contract/products';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toast } from '../../ui/Toast.tsx';
import { DuplicateOwners } from './DuplicateOwners.tsx';
import { CONDITION_OPTIONS } from './ProductFields.tsx';
import { fieldErrorsOf } from './product-values.ts';

interface ListingDialogProps {
  readonly product: Product;
  /** The one that is changed; a new one without. */
  readonly listing: ProductListing | undefined;
  readonly onClose: () => void;
}

/** The codes of a product in one condition. */
export function ListingDialog({ product, listing, onClose }: ListingDialogProps) {
  const [codes, setCodes] = useState({
    seller_sku: listing?.seller_sku ?? '',
    fnsku: listing?.fnsku ?? '',
    asin: (listing ?? product.listings[0])?.asin ?? '',
  });
  const [condition, setCondition] = useState(String(listing?.condition ?? product.default_condition));
  const stale = [getProduct, productStock];
  const add = useCommand(addProductListing, stale);
  const change = useCommand(updateProductListing, stale);
  const error = add.error ?? change.error;
  const errors = fieldErrorsOf(error);
  const done = () => {
    toast('good', listing === undefined ? `Listing ${codes.seller_sku} added` : 'Saved');
    onClose();
  };
  const submit = () => {
    if (listing === undefined) add.mutate({ params: { id: product.id }, body: { ...codes, condition: Number(condition) } }, { onSuccess: done });
    else change.mutate({ params: { id: product.id, listingId: listing.id }, body: codes }, { onSuccess: done });
  };
  const field = (name: keyof typeof codes, label: string, maxLength: number) => ({
    label,
    maxLength,
    className: 'font-mono',
    autoComplete: 'off',
    value: codes[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setCodes({ ...codes, [name]: target.value }),
  });
  return (
    <FormDialog
      title={listing === undefined ? 'Add Listing' : 'Edit Listing'}
      description={product.title}
      submitLabel="Save"
      isBusy={add.isPending || change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <DuplicateOwners error={error} />
      {listing === undefined && (
        <SelectField
          label="Condition"
          options={CONDITION_OPTIONS}
          value={condition}
          error={errors.condition}
          onChange={({ target }) => setCondition(target.value)}
        />
      )}
      <TextField {...field('seller_sku', 'Seller SKU *', 40)} autoFocus aria-required />
      <TextField {...field('fnsku', 'FNSKU', 10)} />
      <TextField {...field('asin', 'ASIN', 10)} />
    </FormDialog>
  );
}
