import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import * as contract from '@stowage/contract/purchasing/damage-photos';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Context } from '../../../platform/context.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { createUploadService, deletePhoto, listAlbumPhotos, type PhotoFiles, type PhotoServices, phoneRoutes, servePhotoFile } from '../../photos/index.ts';
import { createDamageAlbums, damageAlbum } from './damage-album.ts';
import { refuseLastPhoto } from './damage-evidence.ts';
import { lockPhotoLine, requirePhotoLine } from './photo-line.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly files: PhotoFiles;
  readonly photos: PhotoServices;
}

const receive = { permission: 'purchasing.receive' } as const;

/** Photos of damaged units, uploaded through a link on a phone or in the same browser. */
export function damagePhotoRoutes(app: FastifyInstance, { photos, ...deps }: Dependencies): void {
  const { db, clock, topics } = deps;
  const { links, addresses } = photos;
  phoneRoutes(app, contract.damageUpload, {
    uploads: createUploadService({ ...deps, ...photos, owner: createDamageAlbums({ topics, addresses }) }),
    albumOf: ({ lineId }) => damageAlbum(Number(lineId)),
  });

  route(app, contract.damagePhotos, { permission: 'purchasing.read' }, async ({ params: { id } }) => {
    await requirePhotoLine(db, id);
    return listAlbumPhotos(db, damageAlbum(id), contract.DAMAGE_SECTIONS, addresses);
  });

  route(app, contract.mintDamageCode, receive, async ({ params: { id } }, { caller }) =>
    db.transaction().execute(async (tx) => {
      await lockPhotoLine(tx, id);
      const { token, expiresAt } = await links.mint(tx, { album: damageAlbum(id), actorId: caller.userId });
      return { lineId: id, qrToken: token, link: contract.damagePageAddress(id, token), expires_at: utcText(expiresAt) };
    }),
  );

  route(app, contract.removeDamagePhoto, receive, async ({ params: { id, photoId } }) => {
    await db.transaction().execute(async (tx) => {
      await lockPhotoLine(tx, id);
      const section = await deletePhoto(tx, { album: damageAlbum(id), id: photoId, now: clock.now() });
      if (section === undefined) throw new AppError('not_found', 'This photo does not exist');
      await refuseLastPhoto(tx, id);
      const detail = `Photo removed: ${contract.DAMAGE_SECTIONS[section as contract.DamageSection]}`;
      await writeAuditEntry(tx, { action: 'PHOTO_REMOVED', record: { kind: 'purchase_order_lines', id }, after: { detail } });
    });
    topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null });
    return { success: true };
  });

  publicRoute(app, contract.serveDamagePhoto, ({ params: { lineId, ...photo }, query: signed }, context) =>
    servePhotoFile({ ...deps, ...photos, permission: 'purchasing.read' }, { album: damageAlbum(lineId), ...photo, signed }, context),
  );
}
