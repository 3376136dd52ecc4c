import { revealLabelPhotos, revealRecipient } from '@stowage/contract/orders/order-detail';
import { PERSONAL_SECTION } from '@stowage/contract/orders/order-photos';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import type { PhotoAddresses } from '../../photos/index.ts';
import { listPackPhotos } from '../photos/pack-photo.read-model.ts';
import type { RecipientService } from './recipient.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly addresses: PhotoAddresses;
  readonly recipients: RecipientService;
}

const personal = { permission: 'orders.pii', stepUp: true } as const;

export function recipientRoutes(app: FastifyInstance, { db, addresses, recipients }: Dependencies): void {
  route(app, revealRecipient, personal, ({ body }, { caller }) => recipients.reveal(body.orderId, body.reason, caller.userId));

  route(app, revealLabelPhotos, personal, async ({ body: { orderId, reason } }, { caller }) => {
    await recipients.recordLabelPhotos(orderId, reason, caller.userId);
    const ownAddresses = { of: (photo: Parameters<PhotoAddresses['of']>[0]) => addresses.of(photo, caller.sessionId) };
    return (await listPackPhotos(db, orderId, ownAddresses)).filter(({ section }) => section === PERSONAL_SECTION);
  });
}
