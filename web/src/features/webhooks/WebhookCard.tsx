import {
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  replaceWebhookSecret,
  resumeWebhook,
  testWebhook,
  type Webhook,
} from '@stowage/contract/webhooks/webhooks';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { CommandDialog } from '../../shared/CommandDialog.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { Deliveries } from './Deliveries.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { WebhookBadge } from './WebhookBadge.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import type { WebhooksAddress } from './webhooks-address.ts';

interface WebhookCardProps extends AddressProps<WebhooksAddress> {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}

/** One endpoint: its state, what can be done with it, and its deliveries. */
export function WebhookCard({ webhook, address, onAddress, onSecret }: WebhookCardProps) {
  const { id, url, state } = webhook;
  const [dialog, setDialog] = useState<'change' | 'secret' | 'replay' | 'remove'>();
  const stale = [listWebhooks, listDeliveries];
  const pause = useCommand(pauseWebhook, stale);
  const resume = useCommand(resumeWebhook, stale);
  const test = useCommand(testWebhook, stale);
  const failed = ({ message }: Error) => toast('bad', message);
  const sendTest = () =>
    test.mutate(
      { params: { id } },
      {
        onSuccess: ({ error, duration_ms }) => (error === null ? toast('good', `The test arrived in ${duration_ms} ms`) : toast('bad', error)),
        onError: failed,
      },
    );
  const close = () => setDialog(undefined);
  return (
    <Card title={new URL(url).host} description={url} aside={<WebhookBadge webhook={webhook} />}>
      <div className="grid gap-4 px-4 pb-4">
        <Trouble webhook={webhook} />
        <div className="flex flex-wrap gap-2">
          <Button disabled={test.isPending} onClick={sendTest}>
            {test.isPending ? 'Sending...' : 'Send test'}
          </Button>
          {state === 'ACTIVE' ? (
            <Button disabled={pause.isPending} onClick={() => pause.mutate({ params: { id } }, { onError: failed })}>
              Pause
            </Button>
          ) : (
            <Button look="primary" disabled={resume.isPending} onClick={() => resume.mutate({ params: { id } }, { onError: failed })}>
              Resume
            </Button>
          )}
          <Button onClick={() => setDialog('change')}>Change</Button>
          <Button onClick={() => setDialog('replay')}>Send a period again</Button>
          <Button onClick={() => setDialog('secret')}>Replace the secret</Button>
          <Button look="danger" onClick={() => setDialog('remove')}>
            Remove
          </Button>
        </div>
      </div>
      <Deliveries id={id} address={address} onAddress={onAddress} />
      {dialog === 'change' && <WebhookDialog webhook={webhook} onClose={close} />}
      {dialog === 'replay' && <ReplayDialog id={id} onClose={close} />}
      {dialog === 'secret' && (
        <CommandDialog
          endpoint={replaceWebhookSecret}
          input={{ params: { id } }}
          stale={stale}
          title="Replace the secret?"
          question="Events are signed with the new secret at once. The receiver refuses them until it knows the new one; they are then sent again."
          confirmLabel="Replace"
          onDone={({ secret }) => onSecret(secret)}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
        <CommandDialog
          endpoint={removeWebhook}
          input={{ params: { id } }}
          stale={[listWebhooks]}
          title="Remove this webhook?"
          question="It gets no more events, and its deliveries are deleted. Events that wait are lost."
          confirmLabel="Remove"
          isDangerous
          done="The webhook was removed"
          onDone={() => onAddress({ webhook: undefined, state: undefined })}
          onClose={close}
        />
      )}
    </Card>
  );
}

function Trouble({ webhook: { state, pause_reason, failing_since, retry_at } }: { webhook: Webhook }) {
  const time = (text: string) => dateTime24(new Date(text));
  if (state === 'PAUSED') {
    return <Banner tone="warn">{pause_reason ?? 'Paused by a person.'} Events wait and are sent in order once it is resumed.</Banner>;
  }
  if (failing_since === null) return null;
  const next = retry_at === null ? '' : ` The next attempt is at ${time(retry_at)}.`;
  return <Banner tone="warn">{`No event has arrived since ${time(failing_since)}.${next} Nothing is lost: events wait.`}</Banner>;
}
