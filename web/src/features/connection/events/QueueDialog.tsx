import { getMarketplaceEvents, type MarketplaceEvents, queueInput, saveEventQueue } from '@stowage/contract/marketplace-events/marketplace-events';
import { useCommand } from '../../../api/query.ts';
import { SecretsDialog } from '../SecretsDialog.tsx';

interface QueueDialogProps {
  readonly queue: MarketplaceEvents['queue'];
  readonly returnFocusTo: () => HTMLElement | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const FIELDS = [
  { name: 'url', label: 'Queue URL', isSecret: false },
  { name: 'region', label: 'Region', isSecret: false },
  { name: 'access_key_id', label: 'Access key id', isSecret: true },
  { name: 'secret_access_key', label: 'Secret access key', isSecret: true },
] as const;

/** Enters the queue and its keys. */
export function QueueDialog({ queue, returnFocusTo, onSaved, onClose }: QueueDialogProps) {
  const isEntered = queue.source === 'ENTERED';
  const save = useCommand(saveEventQueue, [getMarketplaceEvents]);
  return (
    <SecretsDialog
      title="Enter a queue"
      description="A standard queue of Amazon SQS. The keys are stored encrypted; leave them empty to use those of the server."
      submitLabel="Save"
      fields={FIELDS}
      initial={{
        url: isEntered ? (queue.url ?? '') : '',
        region: isEntered ? (queue.region ?? '') : 'us-east-1',
        access_key_id: '',
        secret_access_key: '',
      }}
      schema={queueInput}
      command={save}
      onSubmit={(body) => save.mutate({ body }, { onSuccess: onSaved })}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
