import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  checkSubscriptions,
  getMarketplaceEvents,
  type MarketplaceEvents,
  type QueueSource,
  removeEventQueue,
  subscribeToEvents,
} from '@stowage/contract/marketplace-events/marketplace-events';
import { useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { Moment } from '../../../ui/format/Moment.tsx';
import { FailedEvents } from './FailedEvents.tsx';
import { QueueDialog } from './QueueDialog.tsx';
import { QueuePolicy } from './QueuePolicy.tsx';
import { SubscriptionTable } from './SubscriptionTable.tsx';

const SOURCES = {
  ENVIRONMENT: 'The queue is set in the server’s environment and can be changed only there.',
  ENTERED: 'Amazon reports changes through this queue, so that they are here within seconds.',
  SIMULATOR: 'The simulated marketplace reports changes through a queue of its own.',
  NONE: 'Without a queue, changes on Amazon are found by regular imports only. With one, they are here within seconds.',
} as const satisfies Record<QueueSource, string>;

/** The queue of Amazon's events: its state, the subscriptions by type, and what failed. */
export function EventsCard({ events }: { events: MarketplaceEvents }) {
  const { queue, types, failed, failed_count } = events;
  const [dialog, setDialog] = useState<'queue' | 'remove'>();
  const check = useCommand(checkSubscriptions, [getMarketplaceEvents]);
  const subscribe = useCommand(subscribeToEvents, [getMarketplaceEvents]);
  const remove = useCommand(removeEventQueue, [getMarketplaceEvents]);
  const enter = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  const isBusy = check.isPending || subscribe.isPending;
  const latest = [check, subscribe].toSorted((a, b) => b.submittedAt - a.submittedAt)[0];
  const error = latest?.error ?? remove.error;
  return (
    <Card title="Events from Amazon" description={SOURCES[queue.source]} aside={<QueueBadge queue={queue} />}>
      <div className="grid gap-4 px-4 pb-4">
        {queue.is_unreadable && <Banner tone="bad">The keys of the queue were encrypted with another key and can't be read. Enter them again.</Banner>}
        {isFailing(queue) && <Banner tone="bad">{queue.last_error} Imports continue at their usual intervals.</Banner>}
        {queue.source !== 'NONE' && <Facts facts={factsOf(events)} className="grid grid-cols-[10rem_minmax(0,1fr)] gap-y-2" />}
        <div className="flex flex-wrap gap-2">
          {queue.source !== 'NONE' && (
            <>
              <Button look="primary" disabled={isBusy} onClick={() => subscribe.mutate({})}>
                {subscribe.isPending ? 'Subscribing...' : 'Subscribe'}
              </Button>
              <Button disabled={isBusy} onClick={() => check.mutate({})}>
                {check.isPending ? 'Checking...' : 'Check subscriptions'}
              </Button>
            </>
          )}
          {queue.source !== 'ENVIRONMENT' && (
            <Button ref={enter} onClick={() => setDialog('queue')}>
              {queue.source === 'ENTERED' ? 'Replace the queue' : 'Enter a queue'}
            </Button>
          )}
          {queue.source === 'ENTERED' && (
            <Button look="danger" onClick={() => setDialog('remove')}>
              Remove the queue
            </Button>
          )}
        </div>
        {latest?.data !== undefined && !isBusy && <Banner tone={latest.data.success ? 'good' : 'warn'}>{latest.data.message}</Banner>}
        {error !== null && error !== undefined && <Banner tone="bad">{error.message}</Banner>}
        {queue.arn !== null && queue.source !== 'SIMULATOR' && <QueuePolicy arn={queue.arn} />}
      </div>
      {queue.source !== 'NONE' && <SubscriptionTable types={types} />}
      {failed_count > 0 && <FailedEvents failed={failed} count={failed_count} />}
      {dialog === 'queue' && <QueueDialog queue={queue} returnFocusTo={() => enter.current} onClose={close} onSaved={close} />}
      <ConfirmDialog
        title="Remove the queue?"
        question="Messages are no longer received. Amazon keeps sending them until you remove the subscriptions or the queue."
        confirmLabel="Remove"
        isDangerous
        isBusy={remove.isPending}
        open={dialog === 'remove'}
        returnFocusTo={() => enter.current}
        onClose={close}
        onConfirm={() => remove.mutate({}, { onSettled: close })}
      />
    </Card>
  );
}

type Queue = MarketplaceEvents['queue'];

const isFailing = ({ last_answer_at, last_error_at }: Queue) => last_error_at !== null && last_error_at > (last_answer_at ?? '');

function QueueBadge({ queue }: { queue: Queue }) {
  if (queue.source === 'NONE') return <Badge>No queue</Badge>;
  if (queue.is_unreadable) return <Badge tone="bad">Unreadable</Badge>;
  if (isFailing(queue)) return <Badge tone="bad">Fails</Badge>;
  return queue.last_answer_at === null ? <Badge>Not answered yet</Badge> : <Badge tone="good">Receiving</Badge>;
}

function factsOf({ queue, last_received_at, unread_changes, is_polling_slowly }: MarketplaceEvents): readonly Fact[] {
  return [
    ['Queue', queue.url ?? 'None'],
    ['Last event', <Moment key="last" text={last_received_at} />],
    ['Messages waiting', queue.waiting === null ? 'Not known yet' : numberText(queue.waiting)],
    ['Changes to read', numberText(unread_changes)],
    ['Import of orders', is_polling_slowly ? 'Every hour, because events arrive' : 'Every 10 minutes'],
  ];
}
