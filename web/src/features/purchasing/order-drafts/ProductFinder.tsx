import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
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

/** A scanned code that added no product. */
interface Missed {
  readonly code: string;
  readonly why: string;
}

/** Adds products by a scan, a typed code, or a search by words. Each scanned code that adds nothing keeps a row. */
export function ProductFinder({ vendor, onProduct }: ProductFinderProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState<string>();
  const [missed, setMissed] = useState<readonly Missed[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(text.trim());
  const found = useAnswer(wanted, { kind: 'product', keepsPrevious: true });
  const results = wanted === '' ? [] : (found.data?.groups.find(({ kind }) => kind === 'product')?.results ?? []);
  const forget = (code: string) => setMissed((before) => before.filter((one) => one.code !== code));
  const add = async (of: { product_id: string } | { code: string }, scanned = '') => {
    try {
      const product = await call(findOrderable, { query: { vendor: vendor.trim(), ...of } });
      onProduct(product);
      setAdded(product.product_name);
      setProblem(undefined);
      // The next code may be in the field already.
      setText((now) => ('code' in of && now.trim() !== of.code ? now : ''));
      forget(scanned);
    } catch (error) {
      const why = messageOf(error);
      setAdded(undefined);
      setProblem(why);
      if (scanned !== '') setMissed((before) => [{ code: scanned, why }, ...before.filter(({ code }) => code !== scanned)]);
    }
    field.current?.focus();
  };
  const enter = (entered: string, scanned: string) => {
    const code = entered.trim();
    if (code !== '') void add({ code }, scanned.trim());
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
      <MissedCodes missed={missed} onDismiss={forget} onDismissAll={() => setMissed([])} />
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

interface MissedCodesProps {
  readonly missed: readonly Missed[];
  readonly onDismiss: (code: string) => void;
  readonly onDismissAll: () => void;
}

/** The scanned codes that added no product, newest first. */
function MissedCodes({ missed, onDismiss, onDismissAll }: MissedCodesProps) {
  if (missed.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">Scanned and not added: {numberText(missed.length)}</p>
        <Button size="small" look="quiet" onClick={onDismissAll}>
          Dismiss all
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
      <ul aria-label="Scanned and not added" tabIndex={0} className="max-h-60 overflow-auto">
        {missed.map(({ code, why }) => (
          <li key={code} className="flex flex-wrap items-center gap-x-3 border-t border-line py-1">
            <span className="font-mono break-all">{code}</span>
            <span className="min-w-0 flex-1 text-[13px] text-bad">{why}</span>
            <Button size="small" look="quiet" aria-label={`Dismiss ${code}`} onClick={() => onDismiss(code)}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
