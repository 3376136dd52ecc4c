import { numberText } from '@stowage/contract/formats/text/number-text';
import { listWebhooks, type Webhook } from '@stowage/contract/webhooks/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { ShownSecret } from '../../shared/ShownSecret.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { Moment } from '../../ui/format/Moment.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { WebhookBadge } from './WebhookBadge.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import type { WebhooksAddress } from './webhooks-address.ts';

const REFRESH_MS = 5_000;

/** The endpoints that receive events, and the deliveries of the open one. */
export function WebhooksPage({ address, onAddress }: AddressProps<WebhooksAddress>) {
  const webhooks = useQuery({ ...queryFor(listWebhooks, {}), refetchInterval: REFRESH_MS });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const open = webhooks.data?.find(({ id }) => id === address.webhook);
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      Add a webhook
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="Webhooks"
        description="Stowage sends events to other systems within seconds: signed, in order per record, and again until they arrive."
        aside={add}
      >
        <QueryResult
          query={webhooks}
          rows={3}
          failure="The webhooks could not be loaded"
          isEmpty={(rows) => rows.length === 0}
          empty={<EmptyState title="No webhooks yet">Add the address of a system that should learn of changes.</EmptyState>}
        >
          {(rows) => <DataTable label="Webhooks" columns={columns((id) => onAddress({ webhook: id, state: undefined }))} rows={rows} keyOf={({ id }) => id} />}
        </QueryResult>
      </Card>
      {open !== undefined && <WebhookCard key={open.id} webhook={open} {...{ address, onAddress }} onSecret={setSecret} />}
      {isAdding && (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onAdded={(created) => {
            setAdding(false);
            setSecret(created.secret);
            onAddress({ webhook: created.id });
          }}
        />
      )}
      {secret !== undefined && (
        <ShownSecret title="The secret of this webhook" name="Secret" secret={secret} onClose={() => setSecret(undefined)}>
          The receiver checks the signature of each event with it.
        </ShownSecret>
      )}
    </div>
  );
}

function columns(open: (id: number) => void): readonly Column<Webhook>[] {
  return [
    {
      heading: 'Address',
      isTitle: true,
      cell: ({ url, description }) => (
        <span className="block">
          <span className="block font-medium break-all">{url}</span>
          <span className="block text-muted">{description}</span>
        </span>
      ),
    },
    { heading: 'State', cell: (webhook) => <WebhookBadge webhook={webhook} /> },
    { heading: 'Events', cell: ({ events }) => `${events.length} ${events.length === 1 ? 'type' : 'types'}` },
    { heading: 'Waiting', align: 'right', cell: ({ waiting }) => numberText(waiting) },
    { heading: 'Given up', align: 'right', cell: ({ failed }) => numberText(failed) },
    { heading: 'Last success', cell: ({ last_success_at }) => <Moment text={last_success_at} /> },
    buttonColumn({ heading: 'Open', text: 'Open', nameOf: ({ url }) => url, onPress: ({ id }) => open(id) }),
  ];
}
