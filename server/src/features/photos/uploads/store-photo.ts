import { createHash } from 'node:crypto';
import { PHOTO_REFUSALS } from '@stowage/contract/photos/photo-uploads';
import { AppError } from '../../../platform/app-error.ts';
import * as photos from '../files/photo.repository.ts';
import { type Picture, readPicture } from '../files/picture.ts';
import { changeAlbum, removedPhoto, type UploadDependencies } from './album-upload.ts';
import * as partials from './partial-photo.repository.ts';

/** The stored photo. Its client id differs from the uploaded one's when the same picture was stored before. */
export type StoredPhoto = Pick<photos.KnownPhoto, 'clientPhotoId' | 'section' | 'filename' | 'isFinished'>;

/** Stores a completely received photo. Deletes it when it is not a readable picture. */
export async function storePhoto(deps: UploadDependencies, partial: partials.PartialPhoto): Promise<StoredPhoto> {
  const { db, files } = deps;
  try {
    const sent = await files.readParts(partial);
    const originalHash = hashOf(sent);
    if (partial.sha256 !== null && !originalHash.equals(partial.sha256)) throw new AppError('conflict', PHOTO_REFUSALS.changed, { reason: 'changed' });
    const picture = await readPicture(sent);
    await files.writePicture(partial, picture);
    const stored = await insertOnce(deps, partial, { picture, originalHash });
    // When the same picture was stored before, no row names the files of this one.
    await (stored.filename === partial.filename ? files.removeParts(partial) : files.removeAll(partial));
    return stored;
  } catch (error) {
    // When the disk is full, the received parts stay, so that the phone can retry.
    if (error instanceof AppError && error.code !== 'no_space') {
      await partials.deletePartial(db, partial);
      await files.removeAll(partial);
    }
    throw error;
  }
}

async function insertOnce(
  deps: UploadDependencies,
  partial: partials.PartialPhoto,
  { picture, originalHash }: { picture: Picture; originalHash: Buffer },
): Promise<StoredPhoto> {
  const { album, clientPhotoId, section } = partial;
  const { clock, owner } = deps;
  return changeAlbum(deps, album, async (tx) => {
    const isExpected = (await partials.lockPartial(tx, album, clientPhotoId)) !== undefined;
    await partials.deletePartial(tx, partial);
    const known = (await photos.findPhoto(tx, album, clientPhotoId)) ?? (await photos.findSamePhoto(tx, { album, section, originalHash }));
    // The photo may have been removed while it was decoded.
    if (known?.isDeleted || (known === undefined && !isExpected)) throw removedPhoto();
    if (known !== undefined) return known;
    const now = clock.now();
    const { width, height, jpeg } = picture;
    const takenAt = partial.takenAt ?? picture.takenAt ?? null;
    const photo = { ...partial, originalHash, hash: hashOf(jpeg), bytes: jpeg.length, width, height, takenAt, now };
    const id = await photos.insertPhoto(tx, photo);
    await owner.file?.(tx, album, { ...photo, id });
    await owner.count(tx, album, 1, now);
    await owner.record(tx, album, { kind: 'PHOTO_ADDED', detail: `Photo added: ${owner.sectionName(section)}`, at: now });
    return { ...partial, isFinished: false };
  });
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
