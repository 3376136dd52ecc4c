import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '@stowage/contract/webhooks/webhook-events';
import { changeWebhook, createWebhook, listWebhooks, type Webhook, webhookInput } from '@stowage/contract/webhooks/webhooks';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { CheckList } from '../../ui/form/CheckList.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface WebhookDialogProps {
  /** The endpoint that is changed; absent for a new one. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
  readonly onAdded?: (created: { id: number; secret: string }) => void;
}

const CHOICES = WEBHOOK_EVENT_TYPES.map((type) => [type, `${WEBHOOK_EVENTS[type].label} (${type})`] as const);

export function WebhookDialog({ onClose, onAdded, ...props }: WebhookDialogProps) {
  // The person changes the endpoint as it was when the dialog opened.
  const [webhook] = useState(props.webhook);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState(WEBHOOK_EVENT_TYPES.filter((type) => webhook?.events.includes(type)) as WebhookEventType[]);
  const [isTried, setTried] = useState(false);
  const create = useCommand(createWebhook, [listWebhooks]);
  const change = useCommand(changeWebhook, [listWebhooks]);
  const body = { url, description, events };
  const problems = webhookInput.safeParse(body).error?.issues ?? [];
  const problemOf = (field: string) => (isTried ? problems.find(({ path }) => path[0] === field)?.message : undefined);
  const submit = () => {
    setTried(true);
    if (problems.length > 0) return;
    if (webhook === undefined) create.mutate({ body }, { onSuccess: (created) => onAdded?.(created) });
    else change.mutate({ params: { id: webhook.id }, body: { ...body, version: webhook.version } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={webhook === undefined ? 'Add a webhook' : 'Change the webhook'}
      submitLabel={webhook === undefined ? 'Add' : 'Save'}
      size="wide"
      command={webhook === undefined ? create : change}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="Begins with https://. It gets a POST for each event."
        inputMode="url"
        autoComplete="off"
        autoFocus
        value={url}
        error={problemOf('url')}
        onText={setUrl}
      />
      <TextField label="Description" hint="Optional" autoComplete="off" value={description} error={problemOf('description')} onText={setDescription} />
      {problemOf('events') !== undefined && <p className="font-medium text-bad">{problemOf('events')}</p>}
      <CheckList title="All events" options={CHOICES} chosen={events} onChange={setEvents} />
    </FormDialog>
  );
}
