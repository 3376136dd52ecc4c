import { LINKABLE, LINKABLE_KINDS, type Linkable } from '@stowage/contract/documents/document-types';
import type { SearchKind } from '@stowage/contract/search/search';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { CodeField } from '../../ui/scan/CodeField.tsx';
import { type Answer, useAnswer } from '../use-answer.ts';

/** A record that a document is about. */
interface PickedLink {
  readonly kind: Linkable;
  readonly id: string;
  readonly label: string;
}

const KINDS: Readonly<Record<Linkable, SearchKind>> = {
  PRODUCT: 'product',
  PURCHASE_ORDER: 'purchase-order',
  PACKING_LIST: 'packing-list',
  INVOICE: 'invoice',
  CASE: 'case',
  ORDER: 'order',
};

/** The state of the picker: a kind, and the record once one was found. */
export interface LinkChoice {
  readonly kind: Linkable | '';
  readonly link: PickedLink | undefined;
}

export const NO_LINK: LinkChoice = { kind: '', link: undefined };

/** Why it can't be saved so: a kind without a record would be no link. */
export function linkProblem({ kind, link }: LinkChoice): string | undefined {
  return kind === '' || link !== undefined ? undefined : `Choose the ${LINKABLE[kind].label.toLowerCase()}, or link it to nothing`;
}

interface LinkPickerProps {
  readonly choice: LinkChoice;
  readonly onChoice: (choice: LinkChoice) => void;
  /** The error of the record's field. */
  readonly problem: string | undefined;
}

/** Searches for the record that a document is linked to. Enter picks the first result. */
export function LinkPicker({ choice: { kind, link }, onChoice, problem }: LinkPickerProps) {
  const [text, setText] = useState('');
  /** Enter was pressed before there were results. */
  const [isEager, setEager] = useState(false);
  const wanted = useDeferredValue(text.trim());
  const searched = kind === '' || link !== undefined ? undefined : KINDS[kind];
  const found = useAnswer(searched && wanted, { kind: searched });
  const results = found.data?.groups[0]?.results ?? [];
  const pick = ({ id, title }: { id: string; title: string }) => {
    setEager(false);
    if (kind !== '') onChoice({ kind, link: { kind, id, label: title } });
  };
  const first = wanted === text.trim() ? results[0] : undefined;
  const takeFirst = useEffectEvent(() => first !== undefined && pick(first));
  const isFound = isEager && first !== undefined;
  useEffect(() => {
    if (isFound) takeFirst();
  }, [isFound]);
  return (
    <div className="grid gap-3">
      <SelectField
        label="Linked to"
        options={[{ value: '', label: 'Nothing' }, ...LINKABLE_KINDS.map((value) => ({ value, label: LINKABLE[value].label }))]}
        value={kind}
        onChange={({ target }) => {
          setText('');
          onChoice({ kind: LINKABLE_KINDS.find((one) => one === target.value) ?? '', link: undefined });
        }}
      />
      {link !== undefined && (
        <p className="flex flex-wrap items-center gap-2">
          <strong>{link.label}</strong>
          <Button size="small" onClick={() => onChoice({ kind, link: undefined })}>
            Another one
          </Button>
        </p>
      )}
      {kind !== '' && link === undefined && (
        <>
          <CodeField
            label={`Find the ${LINKABLE[kind].label.toLowerCase()}`}
            maxLength={200}
            value={text}
            error={problem}
            onText={(typed) => {
              setEager(false);
              setText(typed);
            }}
            onEnter={(entered) => setEager(entered.trim() !== '')}
          />
          <ul aria-label="Found" aria-live="polite" className="grid gap-1">
            {results.map(({ id, title, detail }) => (
              <li key={id}>
                <Button size="small" className="w-full justify-start! text-left" onClick={() => pick({ id, title })}>
                  {title}
                  <span className="truncate text-muted">{detail}</span>
                </Button>
              </li>
            ))}
            {wanted !== '' && results.length === 0 && <li className="text-muted">{emptyText(found)}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

/** A search that timed out may have results. */
function emptyText({ data, isError, isUnfinished }: Answer): string {
  if (isError || (data !== undefined && data.late.length > 0 && !isUnfinished)) return 'The search failed. Change the text to try again.';
  return data === undefined || isUnfinished ? 'Searching...' : 'No results';
}
