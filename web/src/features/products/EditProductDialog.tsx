import { getProduct, type Product, productPrices, updateProduct } from '@stowage/contract/products';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toast } from '../../ui/Toast.tsx';
import { DuplicateOwners } from './DuplicateOwners.tsx';
import { ProductFields } from './ProductFields.tsx';
import { enteredOf, fieldErrorsOf, valuesOf } from './product-values.ts';

interface EditProductDialogProps {
  readonly product: Product;
  readonly mayPrice: boolean;
  readonly onClose: () => void;
}

/** Changes what is known of a product in any condition. */
export function EditProductDialog({ product, mayPrice, onClose }: EditProductDialogProps) {
  const [values, setValues] = useState(() => valuesOf(product));
  const [gtins, setGtins] = useState(() => product.gtins.join(', '));
  const save = useCommand(updateProduct, [getProduct, productPrices]);
  const errors = fieldErrorsOf(save.error);
  const submit = () => {
    const { cost, map, ...rest } = enteredOf(values);
    const price = mayPrice ? { cost, map } : {};
    const list = gtins.split(/[\s,;]+/).filter((gtin) => gtin !== '');
    save.mutate(
      { params: { id: product.id }, body: { ...rest, ...price, gtins: list, revision: product.revision } },
      {
        onSuccess: ({ identified }) => {
          toast('good', identified === 0 ? 'Saved' : `Saved. ${identified.toLocaleString()} units that were scanned before are its stock now`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog title="Edit Product" description={product.title} size="wide" submitLabel="Save" isBusy={save.isPending} onSubmit={submit} onClose={onClose}>
      <DuplicateOwners error={save.error} />
      <ProductFields
        values={values}
        errors={errors}
        onChange={(change) => setValues({ ...values, ...change })}
        mayPrice={mayPrice}
        costHint="Written into the price list for each of its GTINs; empty leaves what the list says."
        codes={
          <TextField
            label="GTINs"
            className="font-mono"
            autoComplete="off"
            maxLength={800}
            hint="UPC, EAN or GTIN; several with commas."
            value={gtins}
            error={errors.gtins ?? errors.gtin}
            onChange={({ target }) => setGtins(target.value)}
          />
        }
      />
    </FormDialog>
  );
}
