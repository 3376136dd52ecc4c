import { createProduct, PICTURE_ORIGIN, type ProductCandidate, type ProductCandidates } from '@stowage/contract/products/products';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { createScanEnter } from '../../../ui/scan/scanner-keys.ts';
import { ProductFields } from '../edit/ProductFields.tsx';
import { enteredOf, fieldErrorsOf, NO_VALUES, suggestedSku } from '../edit/product-values.ts';
import { DuplicateOwners } from './DuplicateOwners.tsx';
import { useClientId } from './use-client-id.ts';

/** What to do after saving. */
type Next = 'open' | 'label' | 'scan';

export interface SavedProduct {
  readonly id: number;
  readonly next: Next;
  readonly title: string;
  /** Unidentified units that became its stock, and their locations. */
  readonly identified: number;
  readonly locations: readonly string[];
}

interface NewProductFormProps {
  readonly found: ProductCandidates | undefined;
  /** The chosen marketplace product. */
  readonly candidate: ProductCandidate | undefined;
  readonly mayPrice: boolean;
  readonly onSaved: (product: SavedProduct) => void;
}

export function NewProductForm({ found, candidate, mayPrice, onSaved }: NewProductFormProps) {
  const [values, setValues] = useState({ ...NO_VALUES, title: candidate?.title ?? '', brand: candidate?.brand ?? '', image_url: pictureOf(candidate) });
  const [codes, setCodes] = useState(() => codesOf(found, candidate));
  const [sku, setSku] = useState<string>();
  const clientIdOf = useClientId();
  const [isScanEnter] = useState(createScanEnter);
  const save = useCommand(createProduct);
  const errors = fieldErrorsOf(save.error);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, save.error);
  const suggested = suggestedSku(values, codes.gtin || codes.asin);
  const sellerSku = sku ?? (found !== undefined && found.field === null && found.problem === null && found.known.length === 0 ? found.code : suggested);
  const submit = (next: Next) => {
    if (save.isPending) return;
    const product = { ...enteredOf(values), ...codes, seller_sku: sellerSku };
    save.mutate(
      { body: { client_id: clientIdOf(product), ...product } },
      { onSuccess: ({ id, identified, locations }) => onSaved({ id, next, title: values.title.trim(), identified, locations }) },
    );
  };
  const code = (name: keyof typeof codes, label: string, maxLength: number) => ({
    label,
    maxLength,
    className: 'font-mono',
    value: codes[name],
    error: errors[name],
    onText: (text: string) => setCodes({ ...codes, [name]: text }),
  });
  return (
    <Card title="New product">
      <Form
        ref={form}
        noValidate
        onSubmit={() => submit('open')}
        onKeyDown={(event: KeyboardEvent) => isScanEnter(event) && event.preventDefault()}
        className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pb-4"
      >
        <DuplicateOwners error={save.error} />
        <ProductFields
          values={values}
          errors={errors}
          onChange={(change) => setValues({ ...values, ...change })}
          mayPrice={mayPrice}
          codes={
            <>
              <CodeField
                label="Seller SKU *"
                maxLength={40}
                className="font-mono"
                aria-required
                hint={sku === undefined && suggested !== '' ? 'Suggested from vendor, item code and condition.' : undefined}
                value={sellerSku}
                error={errors.seller_sku}
                onText={setSku}
              />
              <CodeField {...code('gtin', 'GTIN', 20)} inputMode="numeric" />
              <CodeField {...code('asin', 'ASIN', 10)} />
              <CodeField {...code('fnsku', 'FNSKU', 10)} />
            </>
          }
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
          <Button disabled={save.isPending} onClick={() => submit('label')}>
            Save + print label
          </Button>
          <Button disabled={save.isPending} onClick={() => submit('scan')}>
            Save + scan into location
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The initial codes from the lookup. */
function codesOf(found: ProductCandidates | undefined, candidate: ProductCandidate | undefined) {
  // A code of an existing product would be rejected.
  const scanned = (field: 'gtin' | 'asin' | 'fnsku') => (found?.field === field && found.known.length === 0 ? found.code : '');
  return { gtin: scanned('gtin') || (candidate?.gtins[0] ?? ''), asin: candidate?.asin ?? scanned('asin'), fnsku: scanned('fnsku') };
}

/** The marketplace's picture, if the page may show it. */
function pictureOf(candidate: ProductCandidate | undefined): string {
  const url = candidate?.image_url ?? '';
  return url.startsWith(`${PICTURE_ORIGIN}/`) ? url : '';
}

/** Moves the focus to the first rejected field, so that screen readers announce it. */
function useFocusOnError(form: React.RefObject<HTMLFormElement | null>, error: Error | null): void {
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
