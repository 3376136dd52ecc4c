import { DAY_MS } from '@stowage/contract/formats/durations';
import { type OrderRecipient, orderRecipient } from '@stowage/contract/orders/order-detail';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import type { SealedColumn } from '../../../platform/keys/sealed-column.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { insertEvent, noSuchOrder } from '../order.repository.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { recordBuyerDataView } from './buyer-data.service.ts';
import { findDelivery, findRecipient, saveRecipient } from './recipient.repository.ts';

interface Dependencies extends Pick<OrderDependencies, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  /** Seals the stored recipients. */
  readonly encryptionKey: Keyring;
}

export type RecipientService = ReturnType<typeof createRecipientService>;

const ANSWER_MS = 20_000;

const contextOf = (orderId: string) => `order recipient ${orderId}`;

export const RECIPIENTS: SealedColumn = { table: 'order_recipients', id: 'order_id', column: 'sealed', contextsOf: (id) => [contextOf(id)] };

export function createRecipientService({ db, clock, marketplaces, encryptionKey: key }: Dependencies) {
  return {
    /**
     * Returns the recipient of an order, stored or fetched from the marketplace. Records the view before it answers.
     * @param given the reason; without one, the order must be to ship
     */
    async reveal(orderId: string, given: string | undefined, actorId: number): Promise<OrderRecipient> {
      const delivery = await findDelivery(db, orderId);
      if (delivery === undefined) throw noSuchOrder(orderId);
      const { at, updatedAt, isToShip } = delivery;
      const reason = given ?? (isToShip ? 'to ship the order' : undefined);
      if (reason === undefined) throw new AppError('invalid_input', 'The order is not to be shipped. Give a reason.', { reason: 'reason_needed' });
      const purgeAt = purgeAtOf(at);
      const now = clock.now();
      if (purgeAt <= now) throw new AppError('conflict', `The recipient was deleted ${RECIPIENT_DAYS} days after the delivery`, { reason: 'purged' });
      await recordBuyerDataView({ db, clock }, { orderId, actorId, reason, shown: 'RECIPIENT' });
      const sealing = { key, context: contextOf(orderId) };
      const sealed = await findRecipient(db, orderId, updatedAt);
      const stored = sealed === undefined ? undefined : unseal(sealed, sealing);
      const recipient = stored === undefined ? await fetchRecipient(marketplaces, orderId) : orderRecipient.parse(JSON.parse(stored));
      if (stored === undefined) await saveRecipient(db, { orderId, sealed: seal(JSON.stringify(recipient), sealing), purgeAt, updatedAt });
      await insertEvent(db, { orderId, kind: 'RECIPIENT_SHOWN', detail: reason, actorId, at: now });
      return recipient;
    },

    /** Records that a person views the photos of an order's label. */
    async recordLabelPhotos(orderId: string, reason: string, actorId: number): Promise<void> {
      if ((await findDelivery(db, orderId)) === undefined) throw noSuchOrder(orderId);
      await recordBuyerDataView({ db, clock }, { orderId, actorId, reason, shown: 'LABEL_PHOTOS' });
      await insertEvent(db, { orderId, kind: 'RECIPIENT_SHOWN', detail: `Label photos: ${reason}`, actorId, at: clock.now() });
    },
  };
}

export function purgeAtOf(delivery: Date): Date {
  return new Date(delivery.getTime() + RECIPIENT_DAYS * DAY_MS);
}

async function fetchRecipient(marketplaces: MarketplaceSource, orderId: string): Promise<OrderRecipient> {
  const marketplace = await marketplaces.current();
  if (marketplace === undefined) throw new AppError('conflict', 'No Amazon account is connected', { reason: 'no_account' });
  const answer = await marketplace
    .until(AbortSignal.timeout(ANSWER_MS), { isPatient: false })
    .recipient(orderId)
    .catch((error: unknown) => {
      throw new AppError('upstream_failed', error instanceof MarketplaceError ? error.message : 'Amazon does not answer');
    });
  if (answer.name === undefined && answer.lines.length === 0) {
    throw new AppError('conflict', 'Amazon does not share recipients with this account', { reason: 'not_told' });
  }
  return { name: answer.name ?? null, lines: [...answer.lines], phone: answer.phone ?? null, email: answer.email ?? null };
}
