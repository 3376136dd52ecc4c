import { randomBytes } from 'node:crypto';
import { ALBUM_MAX_PHOTOS, PHOTO_MAX_BYTES, PHOTO_REFUSALS } from '@stowage/contract/photos/photo-uploads';
import { AppError } from '../../../platform/app-error.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { PhotoAlbum } from '../albums/photo-album.ts';
import { findPhoto } from '../files/photo.repository.ts';
import type { UploadDependencies } from './album-upload.ts';
import { requireStillOpen } from './link.service.ts';
import * as partials from './partial-photo.repository.ts';
import type { UploadLink } from './upload-link.ts';

export interface AnnouncedPhoto {
  readonly clientPhotoId: string;
  readonly section: string;
  readonly filename: string;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly takenAt?: string | undefined;
}

export interface PhotoPart {
  readonly clientPhotoId: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

const NAME_BYTES = 9;
/** Each holds a database connection while the store writes, and a slow store must leave the others to scans. */
const writing = createConcurrencyLimit(3);

/** @throws AppError when the link does not accept the photo */
export function refusePhoto({ owner }: UploadDependencies, { sections }: UploadLink, { filename, size, section }: AnnouncedPhoto): void {
  if (/[/\\]/.test(filename)) throw new AppError('invalid_input', PHOTO_REFUSALS.bad_name, { reason: 'bad_name' });
  if (size > PHOTO_MAX_BYTES) throw tooLarge();
  requireAskedFor({ sections }, section, owner.sectionName(section));
}

/** @throws AppError `not_asked_for` when the link is for photos of other sections */
export function requireAskedFor({ sections }: Pick<UploadLink, 'sections'>, section: string, name: string): void {
  if (sections === null || sections.includes(section)) return;
  throw new AppError('rule_violated', `Photos of this section are not requested: ${name}`, { reason: 'not_asked_for' });
}

/** Begins or resumes a photo. @returns how many bytes of it have been received */
export async function beginPhoto({ db, clock, owner }: UploadDependencies, link: UploadLink, photo: AnnouncedPhoto): Promise<number> {
  const { id: linkId, album } = link;
  const { clientPhotoId, section, filename, size, sha256, takenAt = null } = photo;
  return db.transaction().execute(async (tx) => {
    // The album is locked first, so that two concurrent photos do not both take its last place.
    const { photoCount } = await owner.lock(tx, album);
    await requireStillOpen(tx, link, clock.now());
    if ((await findPhoto(tx, album, clientPhotoId)) !== undefined) return size;
    const begun = await partials.lockPartial(tx, album, clientPhotoId);
    if (begun !== undefined && begun.size === size && begun.section === section) return begun.received;
    if (begun !== undefined) await partials.deletePartial(tx, begun);
    if (photoCount + (await partials.countPartials(tx, album, linkId)) >= ALBUM_MAX_PHOTOS) {
      throw new AppError('rule_violated', PHOTO_REFUSALS.too_many, { reason: 'too_many' });
    }
    const partial = {
      ...{ album, clientPhotoId, linkId, section, size, takenAt },
      originalFilename: withoutControlCharacters(filename),
      filename: begun?.filename ?? `${section}-${randomBytes(NAME_BYTES).toString('hex')}.jpg`,
      sha256: sha256 === undefined ? null : Buffer.from(sha256, 'hex'),
    };
    await partials.insertPartial(tx, partial, clock.now());
    return 0;
  });
}

/** Writes a part if it is the next one. @returns the photo's progress; undefined when it was not begun, or is stored already */
export async function receivePart(
  { db, clock, files }: UploadDependencies,
  album: PhotoAlbum,
  { clientPhotoId, offset, bytes }: PhotoPart,
): Promise<partials.PartialPhoto | undefined> {
  const write = async (tx: DatabaseTransaction) => {
    const partial = await partials.lockPartial(tx, album, clientPhotoId);
    if (partial === undefined) return undefined;
    // A repeated last part renews the time, so that the photo does not count as abandoned.
    if (partial.received === partial.size) await partials.setReceived(tx, partial, partial.size, clock.now());
    if (partial.received !== offset || bytes.length === 0) return partial;
    const received = offset + bytes.length;
    if (received > partial.size) throw tooLarge();
    // The file is written first, so that the row never claims bytes that the file lacks.
    await files.writePart(partial, offset, bytes);
    await partials.setReceived(tx, partial, received, clock.now());
    return { ...partial, received };
  };
  return writing(() => db.transaction().execute(write));
}

function tooLarge(): AppError {
  return new AppError('invalid_input', PHOTO_REFUSALS.too_large, { reason: 'too_large', status: 413 });
}

function withoutControlCharacters(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  return name.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 200) || 'photo.jpg';
}
