import { type DraftDetail, getDraft } from '@stowage/contract/purchasing/order-drafts';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import { DraftEditor } from './DraftEditor.tsx';
import { type DraftPageProps, pathOfOrder } from './draft-page-props.ts';

/** A purchase order that is written by hand. */
export function DraftPage({ id, onOpen, ...address }: DraftPageProps) {
  // Loaded once, so that a change by somebody else doesn't replace the typed values.
  const draft = useQuery({
    queryKey: [getDraft.path, 'to be edited', id],
    queryFn: () => call(getDraft, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  const edit = (stored: DraftDetail | undefined) => (
    <DraftEditor key={stored?.version ?? 0} stored={stored} onOpen={onOpen} onReload={() => void draft.refetch()} {...address} />
  );
  if (id === undefined) return edit(undefined);
  return (
    <QueryResult query={draft} failure="The draft could not be loaded" rows={8}>
      {({ draft: stored, sent_as }) => (stored === null ? <Sent poNumber={sent_as ?? ''} onOpen={onOpen} /> : edit(stored))}
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
