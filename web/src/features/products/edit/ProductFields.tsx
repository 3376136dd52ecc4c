import { CONDITION_NAMES, CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import type { ReactNode } from 'react';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/Field.tsx';
import { PRODUCT_FIELD_NAMES, type ProductValues } from './product-values.ts';

interface ProductFieldsProps {
  readonly values: ProductValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<ProductValues>) => void;
  /** Whether to show cost and MAP. */
  readonly mayPrice: boolean;
  /** The fields for the codes. */
  readonly codes: ReactNode;
  readonly costHint?: string;
}

/** From best to worst. */
export const CONDITION_OPTIONS = [CONDITION_NEW, 1, 2, 3, 4].map((code) => ({ value: String(code), label: CONDITION_NAMES[code] ?? '' }));

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

/** The fields of a product that adding and editing share. */
export function ProductFields({ values, errors, onChange, mayPrice, codes, costHint }: ProductFieldsProps) {
  const field = (name: Exclude<keyof ProductValues, 'default_condition'>) => ({
    label: PRODUCT_FIELD_NAMES[name],
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onText: (text: string) => onChange({ [name]: text }),
  });
  const amount = (name: 'cost' | 'map' | 'weight' | 'length' | 'width' | 'height' | 'case_pack') => ({
    ...field(name),
    inputMode: 'decimal' as const,
  });
  return (
    <>
      <TextField {...field('title')} label={`${PRODUCT_FIELD_NAMES.title} *`} maxLength={500} required aria-required />
      <div className={GRID}>
        {codes}
        <TextField {...field('item_code')} maxLength={100} className="font-mono" />
        <TextField {...field('vendor')} maxLength={200} />
        <TextField {...field('brand')} maxLength={200} />
        <SelectField
          label={PRODUCT_FIELD_NAMES.default_condition}
          options={CONDITION_OPTIONS}
          value={values.default_condition}
          error={errors.default_condition}
          onChange={({ target }) => onChange({ default_condition: target.value })}
        />
        {mayPrice && <TextField {...amount('cost')} hint={costHint} maxLength={14} />}
        {mayPrice && <TextField {...amount('map')} maxLength={12} />}
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-semibold">Package</legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
          <TextField {...amount('weight')} maxLength={10} />
          <TextField {...amount('length')} maxLength={8} />
          <TextField {...amount('width')} maxLength={8} />
          <TextField {...amount('height')} maxLength={8} />
          <TextField {...amount('case_pack')} inputMode="numeric" maxLength={6} />
        </div>
      </fieldset>
      <div className="grid gap-4 lg:grid-cols-2">
        <TextAreaField {...field('returns_guidance')} hint="Shown when a returned unit is processed." rows={3} maxLength={2_000} />
        <TextAreaField {...field('notes')} rows={3} maxLength={4_000} />
      </div>
      <TextField
        {...field('image_url')}
        type="url"
        hint="The address of a picture at m.media-amazon.com. Leave empty for Amazon’s picture."
        maxLength={2_000}
      />
    </>
  );
}
