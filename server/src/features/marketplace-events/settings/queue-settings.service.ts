import type { QueueSource, queueInput } from '@stowage/contract/marketplace-events/marketplace-events';
import * as z from 'zod';
import type { Account } from '../../../integrations/marketplace/account.ts';
import type { QueueConfig } from '../../../integrations/marketplace/marketplace-config.ts';
import type { QueueAddress } from '../../../integrations/queue/message-queue.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import type { SealedColumn } from '../../../platform/keys/sealed-column.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { deleteQueue, findQueue, forgetQueueState, type StoredQueue, saveQueue } from './queue-settings.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly encryptionKey: Keyring;
  /** The queue in the environment. */
  readonly configured: QueueConfig | undefined;
  /** The simulator's account while the demo runs and no other account is connected. */
  readonly findSimulator: () => Promise<Account | undefined>;
}

interface FoundQueue {
  readonly source: QueueSource;
  /** undefined without a queue, and while its keys can't be read. */
  readonly address: QueueAddress | undefined;
  readonly stored: StoredQueue | undefined;
}

const CONTEXT = 'keys of the queue of events';

export const QUEUE_SECRETS: SealedColumn = { table: 'marketplace_queue', id: 'id', column: 'sealed', contextsOf: () => [CONTEXT] };
const keys = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
const SIMULATED = { region: 'us-east-1', keys: { accessKeyId: 'simulated', secretAccessKey: 'simulated' } };

export type QueueSettings = ReturnType<typeof createQueueSettings>;

/** The queue that Amazon sends messages to. Reads the database each time, so that a change takes effect in every process. */
export function createQueueSettings({ db, clock, encryptionKey, configured, findSimulator }: Dependencies) {
  const entered = ({ url, region, sealed }: StoredQueue): QueueAddress | undefined => {
    if (sealed === null) return { url, region, endpoint: undefined, keys: undefined };
    const text = unseal(sealed, { key: encryptionKey, context: CONTEXT });
    return text === undefined ? undefined : { url, region, endpoint: undefined, keys: keys.parse(JSON.parse(text)) };
  };
  return {
    async find(): Promise<FoundQueue> {
      const stored = await findQueue(db);
      if (configured !== undefined) return { source: 'ENVIRONMENT', address: { ...configured, keys: undefined }, stored };
      if (stored !== undefined) return { source: 'ENTERED', address: entered(stored), stored };
      const simulator = await findSimulator();
      if (simulator === undefined) return { source: 'NONE', address: undefined, stored };
      return { source: 'SIMULATOR', address: { ...SIMULATED, endpoint: undefined, url: `${simulator.baseUrl}/000000000000/stowage` }, stored };
    },

    /** @throws AppError `conflict` with `set_by_environment` */
    async save({ url, region, access_key_id, secret_access_key }: z.infer<typeof queueInput>, enteredBy: number): Promise<void> {
      if (configured !== undefined) {
        throw new AppError('conflict', 'The queue is set in the environment. Remove it there first.', { reason: 'set_by_environment' });
      }
      const text = JSON.stringify({ accessKeyId: access_key_id, secretAccessKey: secret_access_key });
      const sealed = access_key_id === '' ? null : seal(text, { key: encryptionKey, context: CONTEXT });
      await db.transaction().execute(async (tx) => {
        await saveQueue(tx, { url, region, sealed, enteredBy, now: clock.now() });
        await forgetQueueState(tx);
      });
    },

    async remove(): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await deleteQueue(tx);
        await forgetQueueState(tx);
      });
    },
  };
}
