import { LINKABLE, LINKABLE_KINDS, type Linkable } from '@stowage/contract/document-types';
import { type SearchKind, search } from '@stowage/contract/search';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';

/** A record that a document is about. */
export interface PickedLink {
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
};

/** Finds the record that a document is linked to, or none. */
export function LinkPicker({ link, onLink }: { link: PickedLink | undefined; onLink: (link: PickedLink | undefined) => void }) {
  const [kind, setKind] = useState<Linkable | ''>(link?.kind ?? '');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const found = useQuery({
    ...queryFor(search, { query: { q: wanted, types: KINDS[kind === '' ? 'PRODUCT' : kind] } }),
    enabled: kind !== '' && wanted !== '' && link === undefined,
  });
  const results = found.data?.groups[0]?.results ?? [];
  return (
    <div className="grid gap-3">
      <SelectField
        label="Linked to"
        options={[{ value: '', label: 'Nothing' }, ...LINKABLE_KINDS.map((value) => ({ value, label: LINKABLE[value].label }))]}
        value={kind}
        onChange={({ target }) => {
          setKind(LINKABLE_KINDS.find((one) => one === target.value) ?? '');
          setText('');
          onLink(undefined);
        }}
      />
      {link !== undefined && (
        <p className="flex flex-wrap items-center gap-2">
          <strong>{link.label}</strong>
          <Button size="small" onClick={() => onLink(undefined)}>
            Another one
          </Button>
        </p>
      )}
      {kind !== '' && link === undefined && (
        <>
          <TextField
            label={`Find the ${LINKABLE[kind].label.toLowerCase()}`}
            autoComplete="off"
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <ul aria-label="Found" aria-live="polite" className="grid gap-1">
            {results.map(({ id, title, detail }) => (
              <li key={id}>
                <Button size="small" className="w-full justify-start! text-left" onClick={() => onLink({ kind, id, label: title })}>
                  {title}
                  <span className="truncate text-muted">{detail}</span>
                </Button>
              </li>
            ))}
            {wanted !== '' && found.isSuccess && results.length === 0 && <li className="text-muted">Nothing is called so</li>}
          </ul>
        </>
      )}
    </div>
  );
}
