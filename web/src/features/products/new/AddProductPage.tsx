import { findProductCandidates, type ProductCandidate, type ProductCandidates } from '@stowage/contract/products/products';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SearchForm, type SearchFormHandle } from '../../../ui/form/SearchForm.tsx';
import { SkeletonRows } from '../../../ui/States.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { CandidateList, KnownProducts } from './CandidateList.tsx';
import { NewProductForm, type SavedProduct } from './NewProductForm.tsx';

interface AddProductPageProps {
  /** The scanned or entered code from the address. */
  readonly code: string | undefined;
  readonly onCode: (code: string | undefined) => void;
  readonly mayPrice: boolean;
  readonly onSaved: (product: SavedProduct) => void;
}

/** Looks up a code in Stowage and at the marketplace, then shows the form. */
export function AddProductPage({ code, onCode, mayPrice, onSaved }: AddProductPageProps) {
  const field = useRef<SearchFormHandle>(null);
  const found = useQuery({ ...queryFor(findProductCandidates, { query: { code: code ?? '' } }), enabled: code !== undefined, retry: false, staleTime: 0 });
  const [isEntered, setEntered] = useState(false);
  const [next, setNext] = useState<{ readonly code: string | undefined }>();
  // A scan must not discard an entered form without a confirmation.
  const look = (wanted: string | undefined) => {
    if (isEntered && wanted !== code) return setNext({ code: wanted });
    setEntered(false);
    onCode(wanted);
  };
  useWedge({ onScan: look, focusField: () => field.current?.focus() });
  return (
    <div className="grid gap-4">
      <Card title="Identifier" description="Scan or type a UPC, EAN, ASIN, FNSKU or SKU. Stowage searches its own products first, then Amazon.">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
          <SearchForm
            ref={field}
            label="Identifier"
            maxLength={64}
            search={code ?? ''}
            verb="Look up"
            isBusy={found.isFetching}
            isForCodes
            size="bench"
            autoFocus={code === undefined}
            onSearch={look}
            className="sm:max-w-xl"
          />
          {found.isFetching && found.data === undefined && <SkeletonRows count={2} />}
          {found.isError && <Banner tone="bad">The code could not be looked up: {found.error.message}</Banner>}
        </div>
      </Card>
      <div className="grid gap-4" onChange={() => setEntered(true)}>
        <Found key={code} found={found.data} isDone={found.isError || (code !== undefined && !found.isPending)} {...{ mayPrice, onSaved }} />
      </div>
      <ConfirmDialog
        open={next !== undefined}
        title="Look up another code"
        question={`Look up ${next?.code ?? 'nothing'}? The entered data of the new product will be lost.`}
        confirmLabel="Look up"
        isBusy={false}
        onConfirm={() => {
          setNext(undefined);
          setEntered(false);
          onCode(next?.code);
        }}
        onClose={() => setNext(undefined)}
      />
    </div>
  );
}

interface FoundProps extends Pick<AddProductPageProps, 'mayPrice' | 'onSaved'> {
  readonly found: ProductCandidates | undefined;
  /** Whether the lookup has finished, also with an error. */
  readonly isDone: boolean;
}

/** The result of the lookup, and the form if there is no existing product. */
function Found({ found, isDone, mayPrice, onSaved }: FoundProps) {
  const [chosen, setChosen] = useState<ProductCandidate>();
  const [isByHand, setByHand] = useState(false);
  const candidates = found?.candidates ?? [];
  const isKnown = (found?.known.length ?? 0) > 0;
  const byHand = () => {
    setChosen(undefined);
    setByHand(true);
  };
  const isUnknown = found !== undefined && found.problem === null && !isKnown && candidates.length === 0;
  const hasForm = isByHand || chosen !== undefined || (isDone && !isKnown && candidates.length === 0);
  return (
    <>
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {found?.problem && <Banner tone="warn">{found.problem}</Banner>}
        {isUnknown && <Banner tone="warn">{unknownText(found)}</Banner>}
        {isKnown && <KnownProducts known={found?.known ?? []} />}
        {isKnown && !hasForm && (
          <div>
            <Button onClick={byHand}>Add another product with this code</Button>
          </div>
        )}
        {candidates.length > 0 && (
          <Card
            title={candidates.length === 1 ? 'Found at Amazon' : `Amazon has ${candidates.length} products with this code`}
            description="Compare the photo and the pack size with your unit."
          >
            <div className="grid justify-items-start gap-4 px-4 pb-4">
              <CandidateList candidates={candidates} chosen={chosen?.asin} onChoose={setChosen} />
              <Button onClick={byHand}>None of these</Button>
            </div>
          </Card>
        )}
      </div>
      {!hasForm && !isKnown && candidates.length === 0 && (
        <div>
          <Button onClick={byHand}>Add without a code</Button>
        </div>
      )}
      {hasForm && <NewProductForm key={chosen?.asin} found={found} candidate={chosen} {...{ mayPrice, onSaved }} />}
    </>
  );
}

/** Amazon's catalog can't be searched by a FNSKU or by the seller's own codes. */
function unknownText({ code, field }: ProductCandidates): string {
  const who = field === null || field === 'fnsku' ? 'Stowage does not know' : 'Neither Stowage nor Amazon knows';
  return `${who} ${code}. Check it against the label, or enter the new product below.`;
}
