import { type DraftDetail, getDraft } from '@stowage/contract/purchasing/order-drafts';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import { DraftEditor } from './DraftEditor.tsx';
import { type DraftPageProps, pathOfOrder } from './draft-page-props.ts';

/** In place of the stored draft of a new order. */
const NEW = { data: { draft: undefined, sent_as: null }, error: null, refetch: () => {} };

/** Loaded once, so that a change by somebody else doesn't replace the typed values. */
function draftToEdit(id: number) {
  return { queryKey: [getDraft.path, 'to be edited', id], queryFn: () => call(getDraft, { params: { id } }) };
}

/** A purchase order that is written by hand. */
export function DraftPage({ id, onOpen, ...address }: DraftPageProps) {
  const client = useQueryClient();
  const draft = useQuery({ ...draftToEdit(id ?? 0), enabled: id !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  // Another draft gets another form, but a new order that got its number does not.
  const [page, setPage] = useState<{ readonly id: number | undefined; readonly created?: number; readonly nth: number }>({ id, nth: 0 });
  if (page.id !== id) setPage({ id, nth: id !== undefined && id === page.created ? page.nth : page.nth + 1 });
  const read = async (of: number): Promise<DraftDetail | null> => (await client.fetchQuery({ ...draftToEdit(of), staleTime: 0, retry: false })).draft;
  const reload = async () => {
    await draft.refetch();
    setPage((now) => ({ ...now, nth: now.nth + 1 }));
  };
  return (
    <QueryResult query={id === undefined ? NEW : draft} failure="The draft could not be loaded" rows={8}>
      {({ draft: stored, sent_as }) =>
        stored === null ? (
          <Sent poNumber={sent_as ?? ''} onOpen={onOpen} />
        ) : (
          <DraftEditor
            key={page.nth}
            stored={stored}
            onOpen={onOpen}
            onRead={read}
            onCreated={(created) => setPage((now) => ({ ...now, created }))}
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
