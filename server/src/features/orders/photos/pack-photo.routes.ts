import * as contract from '@stowage/contract/orders/order-photos';
import { ordersTopic } from '@stowage/contract/orders/orders';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { isOpenSession } from '../../identity/index.ts';
import { createUploadService, deletePhoto, type PhotoServices, phoneRoutes, servePhotoFile } from '../../photos/index.ts';
import { insertEvent, lockOrder } from '../order.repository.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { createPackAlbums, packAlbum } from './pack-album.ts';

type Dependencies = OrderDependencies & PhotoServices;

const ship = { permission: 'orders.ship' } as const;

/** Photos of packed orders, uploaded with a link on a phone or in the same browser. */
export function packPhotoRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, topics, links } = deps;
  phoneRoutes(app, contract.packUpload, {
    uploads: createUploadService({ ...deps, owner: createPackAlbums(deps) }),
    albumOf: ({ orderId }) => packAlbum(String(orderId)),
  });

  route(app, contract.mintPackCode, ship, async ({ params }, { caller }) => {
    return db.transaction().execute(async (tx) => {
      const { orderId } = await lockOrder(tx, params.id);
      const { token, expiresAt } = await links.mint(tx, { album: packAlbum(orderId), actorId: caller.userId });
      return { orderId, qrToken: token, link: contract.packPageAddress(orderId, token), expires_at: utcText(expiresAt) };
    });
  });

  route(app, contract.removePackPhoto, ship, async ({ params }, { caller }) => {
    await db.transaction().execute(async (tx) => {
      const { orderId } = await lockOrder(tx, params.id);
      const now = clock.now();
      const section = await deletePhoto(tx, { album: packAlbum(orderId), id: params.photoId, now });
      if (section === undefined) throw new AppError('not_found', 'Photo not found');
      const detail = `Photo removed: ${contract.PACK_SECTIONS[section as contract.PackSection]}`;
      await insertEvent(tx, { orderId, kind: 'PHOTO_REMOVED', detail, actorId: caller.userId, at: now });
    });
    topics.publish(ordersTopic, { orderId: params.id, change: 'PHOTOS', actor: caller.name });
    return { success: true };
  });

  publicRoute(app, contract.servePackPhoto, ({ params: { orderId, ...photo }, query }, context) => {
    const isPersonal = photo.section === contract.PERSONAL_SECTION;
    const access = isPersonal
      ? { permission: 'orders.pii' as const, isSessionOpen: (session: string) => isOpenSession(db, session, clock.now()) }
      : { permission: 'orders.read' as const };
    return servePhotoFile({ ...deps, ...access }, { album: packAlbum(orderId), ...photo, signed: query }, context);
  });
}
