import { findProductCandidates, type ProductCandidate, type ProductCandidates } from '@stowage/contract/products/products';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { onceFor } from '../../../api/query.ts';
import { useUnsaved } from '../../../shared/use-unsaved.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SearchForm, type SearchFormHandle } from '../../../ui/form/SearchForm.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { SkeletonRows } from '../../../ui/states/States.tsx';
import { CandidateList, KnownProducts } from './CandidateList.tsx';
import { NewProductForm, type SavedProduct } from './NewProductForm.tsx';

interface AddProductPageProps {
  /** The scanned or entered code from the address. */
  readonly code: string | undefined;
  readonly onCode: (code: string | undefined) => void;
  readonly mayPrice: boolean;
  readonly onSaved: (product: SavedProduct) => void;
}

/** What would replace the entered data of the form. */
interface Replacement {
  readonly title: string;
  readonly question: string;
  readonly verb: string;
  readonly replace: () => void;
}

/** Looks up a code in Stowage and at the marketplace, then shows the form. */
export function AddProductPage({ code, onCode, mayPrice, onSaved }: AddProductPageProps) {
  const field = useRef<SearchFormHandle>(null);
  // Looked up only when the person asks: another answer would replace the form.
  const found = useQuery({ ...onceFor(findProductCandidates, { query: { code: code ?? '' } }), enabled: code !== undefined, retry: false });
  const answer = found.isFetching ? undefined : found.data;
  const [lookups, setLookups] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const [next, setNext] = useState<Replacement>();
  const giveUp = useUnsaved(isEntered);
  const saved = (product: SavedProduct) => {
    giveUp();
    onSaved(product);
  };
  // A scan or another choice must not discard an entered form without a confirmation.
  const askFirst = (wanted: Replacement) => {
    const replace = () => {
      setNext(undefined);
      setEntered(false);
      wanted.replace();
    };
    if (isEntered) setNext({ ...wanted, replace });
    else replace();
  };
  const lookUp = (wanted: string | undefined) => {
    setLookups(lookups + 1);
    if (wanted === code) void found.refetch();
    else onCode(wanted);
  };
  const look = (wanted: string | undefined) =>
    askFirst({ title: 'Look up another code', question: `Look up ${wanted ?? 'nothing'}?`, verb: 'Look up', replace: () => lookUp(wanted) });
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
          {found.isFetching && <SkeletonRows count={2} />}
          {found.isError && <Banner tone="bad">The code could not be looked up: {found.error.message}</Banner>}
        </div>
      </Card>
      <div className="grid gap-4" onChange={() => setEntered(true)}>
        <Found
          key={`${lookups} ${code}`}
          found={answer}
          isDone={!found.isFetching && (found.isError || (code !== undefined && !found.isPending))}
          {...{ askFirst, mayPrice }}
          onSaved={saved}
        />
      </div>
      <ConfirmDialog
        open={next !== undefined}
        title={next?.title ?? ''}
        question={`${next?.question} The entered data of the new product will be lost.`}
        confirmLabel={next?.verb ?? ''}
        isBusy={false}
        onConfirm={() => next?.replace()}
        onClose={() => setNext(undefined)}
      />
    </div>
  );
}

interface FoundProps extends Pick<AddProductPageProps, 'mayPrice' | 'onSaved'> {
  readonly found: ProductCandidates | undefined;
  /** Whether the lookup has finished, also with an error. */
  readonly isDone: boolean;
  readonly askFirst: (replacement: Replacement) => void;
}

/** The result of the lookup, and the form if there is no existing product. */
function Found({ found, isDone, askFirst, mayPrice, onSaved }: FoundProps) {
  const [chosen, setChosen] = useState<ProductCandidate>();
  const [isByHand, setByHand] = useState(false);
  const candidates = found?.candidates ?? [];
  const isKnown = (found?.known.length ?? 0) > 0;
  const choose = (candidate: ProductCandidate | undefined) => {
    const replace = () => {
      setChosen(candidate);
      setByHand(candidate === undefined);
    };
    // The same choice leaves the form as it is.
    if (candidate?.asin === chosen?.asin) replace();
    else askFirst({ title: 'Use another product', question: `Use ${candidate?.asin ?? 'none of these'}?`, verb: 'Use', replace });
  };
  const byHand = () => choose(undefined);
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
              <CandidateList candidates={candidates} chosen={chosen?.asin} onChoose={choose} />
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
