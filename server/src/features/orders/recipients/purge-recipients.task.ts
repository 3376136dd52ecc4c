import { DAY_MS } from '@stowage/contract/formats/durations';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import type { Task } from '../../../platform/jobs/task.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { deletePersonalPhotos } from '../photos/pack-photo.repository.ts';
import { purgeRecipients, purgeWrittenText } from './recipient.repository.ts';

/** Deletes, every night, the recipients of orders that were delivered long enough ago, the photos that show them, and what people wrote at them. Safe to run twice. */
export function purgeRecipientsTask({ db, clock }: Pick<OrderDependencies, 'db' | 'clock'>): Task {
  return {
    name: 'purge-order-recipients',
    cron: '35 3 * * *',
    run: async () => {
      await purgeRecipients(db, clock.now());
      await deletePersonalPhotos(db, clock.now());
      await purgeWrittenText(db, new Date(clock.now().getTime() - RECIPIENT_DAYS * DAY_MS));
    },
  };
}
