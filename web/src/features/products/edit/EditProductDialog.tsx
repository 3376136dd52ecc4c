import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { productPrices } from '@stowage/contract/products/product-sections';
import { getProduct, type Product, updateProduct } from '@stowage/contract/products/products';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { type Filled, useRebase } from '../../../shared/meanwhile/use-rebase.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { DuplicateOwners } from '../new/DuplicateOwners.tsx';
import { ProductFields } from './ProductFields.tsx';
import { enteredOf, fieldErrorsOf, PRODUCT_FIELD_NAMES, type ProductValues, valuesOf } from './product-values.ts';

interface EditProductDialogProps {
  readonly product: Product;
  readonly mayPrice: boolean;
  readonly onClose: () => void;
}

type Values = ProductValues & { readonly gtins: string };
const NAMES = { ...PRODUCT_FIELD_NAMES, gtins: 'GTINs' };

interface FilledProduct extends Filled<keyof Values> {
  readonly revision: number;
  readonly values: Values;
}

function filledOf(product: Product): FilledProduct {
  const { revision, cost, map } = product;
  // A price list changes prices without a new revision.
  return { revision, version: JSON.stringify([revision, cost, map]), values: { ...valuesOf(product), gtins: product.gtins.join(', ') } };
}

export function EditProductDialog({ product, mayPrice, onClose }: EditProductDialogProps) {
  const save = useCommand(updateProduct, [getProduct, productPrices]);
  const [emptied, setEmptied] = useState<Readonly<Record<string, string>>>({});
  const errors = { ...fieldErrorsOf(save.error), ...emptied };
  const { error, isPending, reset } = save;
  const send = (filled: FilledProduct, { gtins, ...texts }: Values) => {
    const { cost, map, ...rest } = enteredOf(texts);
    const refused = emptiedPrices(filled.values, texts);
    setEmptied(refused);
    if (mayPrice && Object.keys(refused).length > 0) return;
    // Unchanged prices are not sent, because a price list may have changed them meanwhile.
    const was = { cost: filled.values.cost, map: filled.values.map };
    const price = { ...(mayPrice && cost !== was.cost && { cost, was }), ...(mayPrice && map !== was.map && { map, was }) };
    const list = gtins.split(/[\s,;]+/).filter((gtin) => gtin !== '');
    save.mutate(
      { params: { id: product.id }, body: { ...rest, ...price, gtins: list, revision: filled.revision } },
      {
        onSuccess: ({ identified }) => {
          toast('good', identified === 0 ? 'Saved' : `Saved. ${numberText(identified)} unidentified units became stock of this product`);
          onClose();
        },
      },
    );
  };
  const { values, setValues, submit, meanwhile } = useRebase(filledOf(product), { error, isPending, reset, send, names: NAMES, textOf });
  return (
    <FormDialog title="Edit Product" description={product.title} size="wide" submitLabel="Save" isBusy={isPending} onSubmit={submit} onClose={onClose}>
      {meanwhile ?? <DuplicateOwners error={error} />}
      <ProductFields
        values={values}
        errors={errors}
        onChange={(change) => setValues({ ...values, ...change })}
        mayPrice={mayPrice}
        costHint="Saved in the price list for each GTIN."
        codes={
          <TextField
            label={NAMES.gtins}
            className="font-mono"
            autoComplete="off"
            maxLength={800}
            hint="UPCs, EANs or GTINs, separated by commas."
            value={values.gtins}
            error={errors.gtins ?? errors.gtin}
            onChange={({ target }) => setValues({ ...values, gtins: target.value })}
          />
        }
      />
    </FormDialog>
  );
}

/** An empty field can't remove a price of the price list. */
function emptiedPrices(before: Pick<Values, 'cost' | 'map'>, now: Pick<Values, 'cost' | 'map'>): Record<string, string> {
  const names = (['cost', 'map'] as const).filter((name) => before[name] !== '' && now[name].trim() === '');
  return Object.fromEntries(names.map((name) => [name, 'Enter another amount, or undo the price list file under Price Lists']));
}

function textOf(field: keyof Values, value: string): string {
  return field === 'default_condition' ? conditionName(Number(value)) : value;
}
