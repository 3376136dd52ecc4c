import * as contract from '@stowage/contract/orders/order-photos';
import { ordersTopic } from '@stowage/contract/orders/orders';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { createUploadService, deletePhoto, type PhotoServices, phoneRoutes, servePhotoFile } from '../../photos/index.ts';
import { getOrder, insertEvent } from '../order.repository.ts';
import { createPackAlbums, packAlbum } from './pack-album.ts';

interface Dependencies extends PhotoServices {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
}

const ship = { permission: 'orders.ship' } as const;

/** Photos of how an order is packed: by the link that a person asks for, on a phone or in the same browser. */
export function packPhotoRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, topics, links } = deps;
  phoneRoutes(app, contract.packUpload, {
    uploads: createUploadService({ ...deps, keeper: createPackAlbums(deps) }),
    albumOf: ({ orderId }) => packAlbum(String(orderId)),
  });

  route(app, contract.mintPackCode, ship, async ({ params }, { caller }) => {
    return db.transaction().execute(async (tx) => {
      const { orderId } = await getOrder(tx, params.id);
      const { token, expiresAt } = await links.mint(tx, { album: packAlbum(orderId), actorId: caller.userId });
      return { orderId, qrToken: token, link: contract.packPageAddress(orderId, token), expires_at: utcText(expiresAt) };
    });
  });

  route(app, contract.removePackPhoto, ship, async ({ params }, { caller }) => {
    await db.transaction().execute(async (tx) => {
      const { orderId } = await getOrder(tx, params.id);
      const now = clock.now();
      const section = await deletePhoto(tx, { album: packAlbum(orderId), id: params.photoId, now });
      if (section === undefined) throw new AppError('not_found', 'There is no such photo');
      const detail = `Photo removed: ${contract.PACK_SECTIONS[section as contract.PackSection]}`;
      await insertEvent(tx, { orderId, kind: 'PHOTO_REMOVED', detail, actorId: caller.userId, at: now });
    });
    topics.publish(ordersTopic, { orderId: params.id, change: 'PHOTOS', actor: caller.name });
    return { success: true };
  });

  publicRoute(app, contract.servePackPhoto, ({ params: { orderId, ...photo }, query: { expires, signature } }, context) =>
    servePhotoFile(
      { ...deps, permission: photo.section === contract.PERSONAL_SECTION ? 'orders.pii' : 'orders.read' },
      { album: packAlbum(orderId), ...photo, expires, signature },
      context,
    ),
  );
}
