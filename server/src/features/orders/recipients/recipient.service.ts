import { DAY_MS } from '@stowage/contract/formats/durations';
import { type OrderRecipient, orderRecipient } from '@stowage/contract/orders/order-detail';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import * as z from 'zod';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { insertEvent, noSuch } from '../order.repository.ts';
import type { Packer } from '../packing/packing.service.ts';
import { forgetPersonalPhotos } from '../photos/pack-photo.repository.ts';
import { findDelivery, findRecipient, purgeRecipients, saveRecipient } from './recipient.repository.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
  /** What recipients are sealed under. */
  readonly encryptionKey: Buffer;
}

export interface RecipientService {
  /** Whom an order goes to, from here or, where it changed since, from the marketplace. That it was asked for is kept before it is told. */
  reveal(orderId: string, reason: string, packer: Packer): Promise<OrderRecipient>;
  /** Keeps, before it is shown, that somebody looks at what else shows whom an order goes to. */
  noteLook(orderId: string, reason: string, packer: Packer): Promise<void>;
}

const ANSWER_MS = 20_000;

export function createRecipientService({ db, clock, marketplaces, encryptionKey: key }: Dependencies): RecipientService {
  return {
    async reveal(orderId, reason, packer) {
      const delivery = await findDelivery(db, orderId);
      if (delivery === undefined) throw new AppError('not_found', `There is no order ${orderId}`);
      const { at, updatedAt } = delivery;
      const purgeAt = purgeAtOf(at);
      const now = clock.now();
      if (purgeAt <= now) throw new AppError('conflict', 'Whom it went to was forgotten, 30 days after the delivery', { reason: 'purged' });
      const sealing = { key, context: `order recipient ${orderId}` };
      const sealed = await findRecipient(db, orderId, updatedAt);
      const kept = sealed === undefined ? undefined : unseal(sealed, sealing);
      const recipient = kept === undefined ? await ask(marketplaces, orderId) : orderRecipient.parse(JSON.parse(kept));
      if (kept === undefined) await saveRecipient(db, { orderId, sealed: seal(JSON.stringify(recipient), sealing), purgeAt, updatedAt });
      await insertEvent(db, { orderId, kind: 'RECIPIENT_SHOWN', detail: reason, actorId: packer.id, at: now });
      return recipient;
    },

    async noteLook(orderId, reason, packer) {
      if ((await findDelivery(db, orderId)) === undefined) throw noSuch(orderId);
      await insertEvent(db, { orderId, kind: 'RECIPIENT_SHOWN', detail: reason, actorId: packer.id, at: clock.now() });
    },
  };
}

/** Until when the recipient of an order is known. */
export function purgeAtOf(delivery: Date): Date {
  return new Date(delivery.getTime() + RECIPIENT_DAYS * DAY_MS);
}

async function ask(marketplaces: MarketplaceSource, orderId: string): Promise<OrderRecipient> {
  const marketplace = await marketplaces.current();
  if (marketplace === undefined) throw new AppError('conflict', 'No marketplace account is connected', { reason: 'no_account' });
  const answer = await marketplace
    .until(AbortSignal.timeout(ANSWER_MS), { isPatient: false })
    .recipient(orderId)
    .catch((error: unknown) => {
      throw new AppError('upstream_failed', error instanceof MarketplaceError ? error.message : 'The marketplace does not answer');
    });
  if (answer.name === undefined && answer.lines.length === 0) {
    throw new AppError('conflict', 'The marketplace does not tell this account whom orders go to', { reason: 'not_told' });
  }
  return { name: answer.name ?? null, lines: [...answer.lines], phone: answer.phone ?? null, email: answer.email ?? null };
}

/** Every night: forgets whom orders went to that were delivered long enough ago, and the photos that show it. Safe to run twice. */
export function purgeRecipientsTask({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Task {
  return {
    name: 'purge-order-recipients',
    payload: z.object({}).loose(),
    cron: '35 3 * * *',
    run: async () => {
      await purgeRecipients(db, clock.now());
      await forgetPersonalPhotos(db, clock.now());
    },
  };
}
