import { type DraftDetail, getDraft } from '@stowage/contract/purchasing/order-drafts';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { onceFor } from '../../../api/query.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import { DraftEditor } from './DraftEditor.tsx';
import { type DraftPageProps, pathOfOrder } from './draft-page-props.ts';

interface EditedPage {
  readonly id: number | undefined;
  /** The draft that a new order became here. Its form stays. */
  readonly created?: DraftDetail;
  /** Counts the forms. */
  readonly nth: number;
}

/** A purchase order that is written by hand. */
export function DraftPage({ id, onOpen, ...address }: DraftPageProps) {
  const [page, setPage] = useState<EditedPage>({ id, nth: 0 });
  const created = id !== undefined && page.created?.id === id ? page.created : undefined;
  if (page.id !== id) setPage(created === undefined ? { id, nth: page.nth + 1 } : { ...page, id });
  // Loaded once, so that a change by somebody else doesn't replace the typed values.
  const draft = useQuery({ ...onceFor(getDraft, { params: { id: id ?? 0 } }), enabled: id !== undefined && created === undefined });
  const reload = async () => {
    await draft.refetch();
    setPage((now) => ({ id: now.id, nth: now.nth + 1 }));
  };
  const isNew = id === undefined || created !== undefined;
  const data = isNew ? { draft: created, sent_as: null } : draft.data;
  return (
    <QueryResult query={{ data, error: isNew ? null : draft.error, refetch: draft.refetch }} failure="The draft could not be loaded" rows={8}>
      {({ draft: stored, sent_as }) =>
        stored === null ? (
          <Sent poNumber={sent_as ?? ''} onOpen={onOpen} />
        ) : (
          <DraftEditor
            key={page.nth}
            stored={stored}
            onOpen={onOpen}
            onCreated={(one) => setPage((now) => ({ ...now, created: one }))}
            onReload={() => void reload()}
            {...address}
          />
        )
      }
    </QueryResult>
  );
}

function Sent({ poNumber, onOpen }: { poNumber: string; onOpen: (path: string) => void }) {
  return (
    <EmptyState title={`${poName(poNumber)} was sent`}>
      <PageLink path={pathOfOrder(poNumber)} onOpen={onOpen}>
        Open the purchase order
      </PageLink>
    </EmptyState>
  );
}
