import { DELIVERY_STATES, type Delivery, listDeliveries, listWebhooks, replayDeliveries } from '@stowage/contract/webhooks/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useCommand } from '../../api/query.ts';
import { StateBadge, type StateLooks } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { Moment } from '../../ui/format/Moment.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import type { WebhooksAddress } from './webhooks-address.ts';

const STATES: StateLooks<Delivery['state']> = {
  PENDING: { label: 'Waiting', tone: 'warn' },
  DELIVERED: { label: 'Delivered', tone: 'good' },
  FAILED: { label: 'Given up', tone: 'bad' },
};
const REFRESH_MS = 5_000;

/** The delivery log of an endpoint. */
export function Deliveries({ id, address, onAddress }: AddressProps<WebhooksAddress> & { id: number }) {
  const { state } = address;
  const [open, setOpen] = useState<Delivery>();
  const log = useInfiniteQuery({
    queryKey: [listDeliveries.path, id, state],
    queryFn: ({ pageParam }) =>
      call(listDeliveries, { params: { id }, query: { ...(state !== undefined && { state }), ...(pageParam !== undefined && { before: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: REFRESH_MS,
  });
  return (
    <section aria-label="Deliveries" className="border-t border-line pt-4">
      <div className="max-w-60 px-4 pb-4">
        <SelectField
          label="Deliveries"
          value={state ?? ''}
          options={[{ value: '', label: 'All' }, ...DELIVERY_STATES.map((one) => ({ value: one as string, label: STATES[one].label }))]}
          onText={(text) => onAddress({ state: DELIVERY_STATES.find((one) => one === text) })}
        />
      </div>
      <QueryResult
        query={log}
        failure="The deliveries could not be loaded"
        rows={4}
        empty={<EmptyState title={state === undefined ? 'No events yet. Send a test to try the endpoint.' : 'No deliveries in this state.'} />}
      >
        {({ pages }) => <DataTable label="Deliveries" columns={columns(setOpen)} rows={pages.flatMap(({ data }) => data)} keyOf={({ event_id }) => event_id} />}
      </QueryResult>
      <MoreButton query={log} label="Older" />
      {open !== undefined && <DeliveryDialog id={id} delivery={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function columns(open: (delivery: Delivery) => void): readonly Column<Delivery>[] {
  return [
    { heading: 'Event', isTitle: true, cell: ({ type }) => type },
    { heading: 'Record', cell: ({ record }) => record },
    { heading: 'Occurred', cell: ({ occurred_at }) => <Moment text={occurred_at} /> },
    { heading: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
    { heading: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
    { heading: 'Answer', cell: ({ status, error, duration_ms }) => (status === null ? (error ?? 'Not sent yet') : `${status} in ${duration_ms} ms`) },
    buttonColumn({ heading: 'Show', text: 'Show', nameOf: ({ type, record }) => `${type}, ${record}`, onPress: open }),
  ];
}

function DeliveryDialog({ id, delivery, onClose }: { id: number; delivery: Delivery; onClose: () => void }) {
  const replay = useCommand(replayDeliveries, [listWebhooks, listDeliveries]);
  const sendAgain = () =>
    replay.mutate(
      { params: { id }, body: { event_ids: [delivery.event_id] } },
      {
        onSuccess: () => {
          toast('good', 'The event is sent again');
          onClose();
        },
        onError: ({ message }) => toast('bad', message),
      },
    );
  return (
    <Dialog open title={delivery.type} description={delivery.record} size="wide" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Facts facts={factsOf(delivery)} />
        <CodeBlock label="Body" className="max-h-60 p-3" text={JSON.stringify(JSON.parse(delivery.body), null, 2)} />
        {delivery.answer !== null && delivery.answer !== '' && <CodeBlock label="Beginning of the answer" className="max-h-40 p-3" text={delivery.answer} />}
        {delivery.state !== 'PENDING' && (
          <Button className="justify-self-end" disabled={replay.isPending} onClick={sendAgain}>
            Send again
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function factsOf({ message_id, occurred_at, state, attempts, last_attempt_at, next_attempt_at, status, error, duration_ms }: Delivery): readonly Fact[] {
  return [
    ['Id', message_id],
    ['Occurred', <Moment key="occurred" text={occurred_at} />],
    ['State', STATES[state].label],
    ['Attempts', attempts],
    ['Last attempt', <Moment key="last" text={last_attempt_at} />],
    ...(next_attempt_at === null ? [] : [['Next attempt', <Moment key="next" text={next_attempt_at} />] as const]),
    ['Answer', status === null ? 'None' : `${status} in ${duration_ms} ms`],
    ...(error === null ? [] : [['Problem', error] as const]),
  ];
}
