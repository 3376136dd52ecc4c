import { findOrderable, type OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { useDeferredValue, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAnswer } from '../../../shared/use-answer.ts';
import { Button } from '../../../ui/Button.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';

interface ProductFinderProps {
  readonly vendor: string;
  readonly onProduct: (product: OrderableLine) => void;
}

/** Adds products by a scan, a typed code, or a search by words. */
export function ProductFinder({ vendor, onProduct }: ProductFinderProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(text.trim());
  const found = useAnswer(wanted, { kind: 'product', keepsPrevious: true });
  const results = wanted === '' ? [] : (found.data?.groups.find(({ kind }) => kind === 'product')?.results ?? []);
  const add = async (of: { product_id: string } | { code: string }) => {
    try {
      const product = await call(findOrderable, { query: { vendor: vendor.trim(), ...of } });
      onProduct(product);
      setAdded(product.product_name);
      setProblem(undefined);
      setText('');
    } catch (error) {
      setAdded(undefined);
      setProblem(error instanceof Error ? error.message : String(error));
    }
    field.current?.focus();
  };
  const enter = (entered: string) => {
    const code = entered.trim();
    if (code !== '') void add({ code });
  };
  return (
    <div className="grid gap-2 sm:max-w-2xl">
      <CodeField
        ref={field}
        label="Add a product"
        placeholder="Scan a code, or search by words"
        maxLength={100}
        error={problem}
        value={text}
        onText={(typed) => {
          setText(typed);
          setProblem(undefined);
          setAdded(undefined);
        }}
        onEnter={enter}
      />
      <p role="status" className={added === undefined ? 'sr-only' : 'text-[13px] text-good'}>
        {added === undefined ? '' : `Added ${added}`}
      </p>
      <ul aria-label="Products found" className="grid gap-1">
        {results.map(({ id, title, detail }) => (
          <li key={id}>
            <Button size="small" className="w-full justify-start! text-left max-sm:min-h-11" onClick={() => void add({ product_id: id })}>
              <span className="min-w-0 truncate">{title}</span>
              <span className="truncate text-muted">{detail}</span>
            </Button>
          </li>
        ))}
        {wanted !== '' && results.length === 0 && problem === undefined && (
          <li className="text-[13px] text-muted">
            {found.isError
              ? 'The search failed. Change the text to try again.'
              : found.data === undefined || found.isUnfinished
                ? 'Searching...'
                : 'No results'}
          </li>
        )}
      </ul>
    </div>
  );
}
