import { isSectionDone } from '@stowage/contract/cases/case-shots';
import type { UploadedPhoto, UploadState } from '@stowage/contract/photos/photo-uploads';
import { AppError } from '../../../platform/app-error.ts';
import { folderOf, type PhotoAlbum } from '../albums/photo-album.ts';
import { findPhoto, findSamePhoto, markDeleted } from '../files/photo.repository.ts';
import { changeAlbum, removedPhoto, type UploadDependencies } from './album-upload.ts';
import { finishLink } from './link.repository.ts';
import { type PhoneCall, requireStillOpen } from './link.service.ts';
import { deletePartial, lockPartial, type PartialPhoto } from './partial-photo.repository.ts';
import { type AnnouncedPhoto, beginPhoto, type PhotoPart, receivePart, refusePhoto } from './receive-photo.ts';
import { type StoredPhoto, storePhoto } from './store-photo.ts';
import type { UploadLink } from './upload-link.ts';

interface Progress {
  readonly offset: number;
  readonly photo: UploadedPhoto | null;
}

/** The calls of a phone that uploads photos of an album. Each call may be repeated. */
export interface UploadService<S> {
  open(call: PhoneCall): Promise<S>;
  begin(call: PhoneCall, photo: AnnouncedPhoto): Promise<Progress>;
  sendPart(call: PhoneCall, part: PhotoPart): Promise<Progress>;
  remove(call: PhoneCall, clientPhotoId: string): Promise<void>;
  /** @returns the number of photos @throws AppError `photos_missing` */
  finish(call: PhoneCall): Promise<number>;
}

export function createUploadService<S extends UploadState>(deps: UploadDependencies<S>): UploadService<S> {
  const { db, links, addresses, owner } = deps;
  /** A repeated last part, sent while the photo is decoded, waits for the same result. */
  const storing = new Map<string, Promise<UploadedPhoto>>();

  const describe = (album: PhotoAlbum, { clientPhotoId, section, filename, isFinished }: StoredPhoto): UploadedPhoto => ({
    clientPhotoId,
    section,
    thumbnail_url: addresses.of({ album, section, filename }).thumbnail_url,
    can_remove: !isFinished,
  });

  /** @throws AppError `deleted` when the photo was removed after it was stored */
  const findStored = async (album: PhotoAlbum, clientPhotoId: string) => {
    const known = await findPhoto(db, album, clientPhotoId);
    if (known?.isDeleted) throw removedPhoto();
    return known && describe(album, known);
  };

  const store = (partial: PartialPhoto): Promise<UploadedPhoto> => {
    const key = `${folderOf(partial.album)} ${partial.clientPhotoId}`;
    const result =
      storing.get(key) ??
      storePhoto(deps, partial)
        .then((photo) => describe(partial.album, photo))
        .finally(() => storing.delete(key));
    storing.set(key, result);
    return result;
  };

  return {
    open: async (call) => owner.state(db, await links.open(call)),

    async begin(call, photo) {
      const link = await links.require(call);
      const { album } = link;
      const { clientPhotoId, section, size, sha256 } = photo;
      const stored = await findStored(album, clientPhotoId);
      if (stored !== undefined) return { offset: size, photo: stored };
      refusePhoto(deps, link, photo);
      const same = sha256 && (await findSamePhoto(db, { album, section, originalHash: Buffer.from(sha256, 'hex') }));
      if (same) return { offset: size, photo: describe(album, same) };
      const offset = await beginPhoto(deps, link, photo);
      // A concurrent repeat of this call may have stored the photo in the meantime.
      return { offset, photo: offset < size ? null : ((await findStored(album, clientPhotoId)) ?? null) };
    },

    async sendPart(call, part) {
      const { album } = await links.require(call);
      const partial = await receivePart(deps, album, part);
      if (partial === undefined) {
        const photo = await findStored(album, part.clientPhotoId);
        if (photo === undefined) throw new AppError('conflict', 'This photo was not announced', { reason: 'not_begun' });
        return { offset: part.offset + part.bytes.length, photo };
      }
      const { received, size } = partial;
      return { offset: received, photo: received < size ? null : await store(partial) };
    },

    remove: async (call, clientPhotoId) => removePhoto(deps, await links.require(call), clientPhotoId),

    async finish(call) {
      const link = await links.require(call, true);
      if (link.finishedAt === null) return finishAlbum(deps, link);
      return (await owner.state(db, link)).photos.length;
    },
  };
}

async function removePhoto(deps: UploadDependencies, link: UploadLink, clientPhotoId: string): Promise<void> {
  const { album } = link;
  const { clock, files, owner } = deps;
  const removed = await changeAlbum(deps, album, async (tx) => {
    await requireStillOpen(tx, link, clock.now());
    const partial = await lockPartial(tx, album, clientPhotoId);
    if (partial !== undefined) await deletePartial(tx, partial);
    const photo = await findPhoto(tx, album, clientPhotoId);
    if (photo === undefined && partial === undefined) throw new AppError('not_found', 'Photo not found', { reason: 'not_begun' });
    if (photo?.isFinished) throw new AppError('conflict', 'This photo was already submitted', { reason: 'finished' });
    if (photo === undefined || photo.isDeleted) return partial;
    const now = clock.now();
    await markDeleted(tx, photo.id, now);
    await owner.unfile?.(tx, photo.id, now);
    await owner.count(tx, album, -1, now);
    await owner.record(tx, album, { kind: 'PHOTO_REMOVED', detail: `Photo removed: ${owner.sectionName(photo.section)}`, at: now });
    return photo;
  });
  // Files are removed after the commit: a task removes files without a row, but nothing restores the file of a row.
  if (removed !== undefined) await files.removeAll({ album, filename: removed.filename });
}

async function finishAlbum(deps: UploadDependencies, link: UploadLink): Promise<number> {
  const { owner, clock } = deps;
  return changeAlbum(deps, link.album, async (tx, { photoCount }) => {
    await requireStillOpen(tx, link, clock.now(), true);
    // The state is read while the album is locked, so that no photo is removed in between.
    const { sections } = await owner.state(tx, link);
    const missing = sections.filter((section) => !isSectionDone(section)).map(({ name }) => name);
    if (missing.length > 0) throw new AppError('rule_violated', `Photos are missing: ${missing.join(', ')}`, { reason: 'photos_missing' });
    const now = clock.now();
    if (await finishLink(tx, link.id, now)) {
      await owner.record(tx, link.album, { kind: 'PHOTOS_FINISHED', detail: `Photos finished: ${photoCount}`, at: now });
      await owner.finished(tx, link, now);
    }
    return photoCount;
  });
}
