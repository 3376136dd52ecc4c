import { createHash, randomBytes } from 'node:crypto';
import { isSectionDone } from '@stowage/contract/cases/case-shots';
import { ALBUM_MAX_PHOTOS, PHOTO_MAX_BYTES, PHOTO_REFUSALS, type UploadedPhoto, type UploadState } from '@stowage/contract/photos/photo-uploads';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { AlbumKeeper } from '../albums/album-keeper.ts';
import { folderOf, type PhotoAlbum } from '../albums/photo-album.ts';
import * as photos from '../files/photo.repository.ts';
import type { PhotoAddresses } from '../files/photo-address.ts';
import type { PhotoFiles } from '../files/photo-files.ts';
import { readPicture } from '../files/picture.ts';
import { finishLink, type UploadLink } from './link.repository.ts';
import type { LinkService, PhoneCall } from './link.service.ts';
import * as partials from './partial-photo.repository.ts';

interface Announced {
  readonly clientPhotoId: string;
  readonly section: string;
  readonly filename: string;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly takenAt?: string | undefined;
}

interface Progress {
  readonly offset: number;
  readonly photo: UploadedPhoto | null;
}

/** What a phone does with the photos of an album. Each call may be sent again. */
export interface UploadService<S> {
  open(call: PhoneCall): Promise<S>;
  begin(call: PhoneCall, photo: Announced): Promise<Progress>;
  sendPart(call: PhoneCall, part: { clientPhotoId: string; offset: number; bytes: Uint8Array }): Promise<Progress>;
  remove(call: PhoneCall, clientPhotoId: string): Promise<void>;
  /** @returns how many photos there are @throws AppError `photos_missing` */
  finish(call: PhoneCall): Promise<number>;
}

/** A photo as the phone is told of it: under the id by which it is kept, also where the same picture came under another. */
type KeptPhoto = Pick<photos.KnownPhoto, 'clientPhotoId' | 'section' | 'filename' | 'isFinished'>;

interface Dependencies<S> {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly links: LinkService;
  readonly files: PhotoFiles;
  readonly addresses: PhotoAddresses;
  readonly keeper: AlbumKeeper<S>;
}
type Deps = Dependencies<UploadState>;

const NAME_BYTES = 9;

export function createUploadService<S extends UploadState>(deps: Dependencies<S>): UploadService<S> {
  const { db, links, addresses, keeper } = deps;
  /** A last part that is sent again while the photo is being read waits for the same end. */
  const finishing = new Map<string, Promise<UploadedPhoto>>();

  const shown = (album: PhotoAlbum, { clientPhotoId, section, filename, isFinished }: KeptPhoto): UploadedPhoto => ({
    clientPhotoId,
    section,
    thumbnail_url: addresses.of({ album, section, filename }).thumbnail_url,
    can_remove: !isFinished,
  });

  /** @returns the photo if it is kept already. @throws AppError `deleted` when it was taken back since */
  const findKept = async (album: PhotoAlbum, clientPhotoId: string) => {
    const known = await photos.findPhoto(db, album, clientPhotoId);
    if (known?.isDeleted) throw removedSince();
    return known && shown(album, known);
  };

  const finishPhoto = (partial: partials.PartialPhoto): Promise<UploadedPhoto> => {
    const key = `${folderOf(partial.album)} ${partial.clientPhotoId}`;
    const end =
      finishing.get(key) ??
      keepPhoto(deps, partial)
        .then((photo) => shown(partial.album, photo))
        .finally(() => finishing.delete(key));
    finishing.set(key, end);
    return end;
  };

  return {
    open: async (call) => keeper.state(db, await links.open(call)),

    async begin(call, { clientPhotoId, ...photo }) {
      const link = await links.require(call);
      const { album } = link;
      const kept = await findKept(album, clientPhotoId);
      if (kept !== undefined) return { offset: photo.size, photo: kept };
      if (/[/\\]/.test(photo.filename)) throw new AppError('invalid_input', PHOTO_REFUSALS.bad_name, { reason: 'bad_name' });
      if (photo.size > PHOTO_MAX_BYTES) throw new AppError('invalid_input', PHOTO_REFUSALS.too_large, { reason: 'too_large', status: 413 });
      if (link.sections !== null && !link.sections.includes(photo.section)) {
        throw new AppError('rule_violated', `Photos of this section are not asked for: ${keeper.sectionName(photo.section)}`, { reason: 'not_asked_for' });
      }
      const same = photo.sha256 && (await photos.findSamePhoto(db, { album, section: photo.section, originalHash: Buffer.from(photo.sha256, 'hex') }));
      if (same) return { offset: photo.size, photo: shown(album, same) };
      const offset = await beginPartial(deps, link, { clientPhotoId, ...photo });
      // Another answer of the same call may have come first.
      return { offset, photo: offset < photo.size ? null : ((await findKept(album, clientPhotoId)) ?? null) };
    },

    async sendPart(call, { clientPhotoId, offset, bytes }) {
      const { album } = await links.require(call);
      const partial = await takePart(deps, { album, clientPhotoId, offset, bytes });
      if (partial === undefined) {
        const kept = await findKept(album, clientPhotoId);
        if (kept === undefined) throw new AppError('conflict', 'This photo was never announced', { reason: 'not_begun' });
        return { offset: offset + bytes.length, photo: kept };
      }
      const { received, size } = partial;
      return { offset: received, photo: received < size ? null : await finishPhoto(partial) };
    },

    remove: async (call, clientPhotoId) => removeOne(deps, await links.require(call), clientPhotoId),

    async finish(call) {
      const link = await links.require(call, true);
      if (link.finishedAt === null) return finishAll(deps, link);
      return (await keeper.state(db, link)).photos.length;
    },
  };
}

/** Changes an album in one transaction, while nobody else does, and then tells every open page. */
async function change<R>({ db, keeper }: Deps, album: PhotoAlbum, work: (tx: DatabaseTransaction, locked: { photoCount: number }) => Promise<R>): Promise<R> {
  const result = await db.transaction().execute(async (tx) => work(tx, await keeper.lock(tx, album)));
  keeper.tell(album);
  return result;
}

async function removeOne(deps: Deps, { album }: UploadLink, clientPhotoId: string): Promise<void> {
  const removed = await change(deps, album, async (tx) => {
    const partial = await partials.lockPartial(tx, album, clientPhotoId);
    if (partial !== undefined) await partials.deletePartial(tx, partial);
    const photo = await photos.findPhoto(tx, album, clientPhotoId);
    if (photo === undefined && partial === undefined) throw new AppError('not_found', 'There is no such photo', { reason: 'not_begun' });
    if (photo?.isFinished) throw new AppError('conflict', 'This photo was handed in already', { reason: 'finished' });
    if (photo === undefined || photo.isDeleted) return partial;
    const now = deps.clock.now();
    await photos.markDeleted(tx, photo.id, now);
    await deps.keeper.unfile?.(tx, photo.id, now);
    await deps.keeper.count(tx, album, -1, now);
    await deps.keeper.record(tx, album, { kind: 'PHOTO_REMOVED', detail: `Photo removed: ${deps.keeper.sectionName(photo.section)}`, at: now });
    return photo;
  });
  // After the commit: a row without its file would be worse than a file without its row, which a task removes.
  if (removed !== undefined) await deps.files.removeAll({ album, filename: removed.filename });
}

async function finishAll(deps: Deps, link: UploadLink): Promise<number> {
  const { keeper } = deps;
  return change(deps, link.album, async (tx, { photoCount }) => {
    // Read while the album is locked: no photo is taken back behind it.
    const { sections } = await keeper.state(tx, link);
    const undone = sections.filter((section) => !isSectionDone(section)).map(({ name }) => name);
    if (undone.length > 0) throw new AppError('rule_violated', `Photos are missing: ${undone.join(', ')}`, { reason: 'photos_missing' });
    const now = deps.clock.now();
    if (await finishLink(tx, link.id, now)) {
      await keeper.record(tx, link.album, { kind: 'PHOTOS_FINISHED', detail: `Photos finished: ${photoCount}`, at: now });
      await keeper.finished(tx, link, now);
    }
    return photoCount;
  });
}

/** @returns how much of the photo has arrived */
async function beginPartial(deps: Deps, { id: linkId, album }: UploadLink, photo: Announced): Promise<number> {
  const { clientPhotoId, section, filename, size, sha256, takenAt } = photo;
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    // The album is locked first, so that two photos that begin at once do not both find room for one.
    const { photoCount } = await deps.keeper.lock(tx, album);
    if ((await photos.findPhoto(tx, album, clientPhotoId)) !== undefined) return size;
    const begun = await partials.lockPartial(tx, album, clientPhotoId);
    if (begun !== undefined && begun.size === size && begun.section === section) return begun.received;
    if (begun !== undefined) await partials.deletePartial(tx, begun);
    if (photoCount + (await partials.countPartials(tx, album, linkId)) >= ALBUM_MAX_PHOTOS) {
      throw new AppError('rule_violated', PHOTO_REFUSALS.too_many, { reason: 'too_many' });
    }
    const ours = begun?.filename ?? `${section}-${randomBytes(NAME_BYTES).toString('hex')}.jpg`;
    const hash = sha256 === undefined ? null : Buffer.from(sha256, 'hex');
    const partial = {
      album,
      clientPhotoId,
      linkId,
      section,
      originalFilename: plainName(filename),
      filename: ours,
      size,
      sha256: hash,
      takenAt: takenAt ?? null,
    };
    await partials.insertPartial(tx, partial, now);
    return 0;
  });
}

/** Puts a part in its place if it is the next one. @returns how far the photo is; undefined when it was not begun, or is kept */
async function takePart(
  { db, clock, files }: Deps,
  { album, clientPhotoId, offset, bytes }: { album: PhotoAlbum; clientPhotoId: string; offset: number; bytes: Uint8Array },
): Promise<partials.PartialPhoto | undefined> {
  return db.transaction().execute(async (tx) => {
    const partial = await partials.lockPartial(tx, album, clientPhotoId);
    if (partial === undefined) return undefined;
    // A whole one that is asked about again is not left behind.
    if (partial.received === partial.size) await partials.setReceived(tx, partial, partial.size, clock.now());
    if (partial.received !== offset || bytes.length === 0) return partial;
    const received = offset + bytes.length;
    if (received > partial.size) throw new AppError('invalid_input', PHOTO_REFUSALS.too_large, { reason: 'too_large', status: 413 });
    // The file first: what the row says is there is there.
    await files.writePart(partial, offset, bytes);
    await partials.setReceived(tx, partial, received, clock.now());
    return { ...partial, received };
  });
}

/** Makes a photo of what has arrived, and keeps it. What cannot be one is forgotten. */
async function keepPhoto(deps: Deps, partial: partials.PartialPhoto): Promise<KeptPhoto> {
  const { album, clientPhotoId, section } = partial;
  const { files, keeper } = deps;
  try {
    const sent = await files.readParts(partial);
    const originalHash = createHash('sha256').update(sent).digest();
    if (partial.sha256 !== null && !originalHash.equals(partial.sha256)) throw new AppError('conflict', PHOTO_REFUSALS.changed, { reason: 'changed' });
    const picture = await readPicture(sent);
    await files.keep(partial, picture);
    const kept = await change(deps, album, async (tx) => {
      const isWanted = (await partials.lockPartial(tx, album, clientPhotoId)) !== undefined;
      await partials.deletePartial(tx, partial);
      const known = (await photos.findPhoto(tx, album, clientPhotoId)) ?? (await photos.findSamePhoto(tx, { album, section, originalHash }));
      // Taken back while it was being read.
      if (known?.isDeleted || (known === undefined && !isWanted)) throw removedSince();
      if (known !== undefined) return known;
      const now = deps.clock.now();
      const { width, height, jpeg } = picture;
      const hash = createHash('sha256').update(jpeg).digest();
      const takenAt = partial.takenAt ?? picture.takenAt ?? null;
      const photo = { ...partial, originalHash, hash, bytes: jpeg.length, width, height, takenAt, now };
      const id = await photos.insertPhoto(tx, photo);
      await keeper.file?.(tx, album, { ...photo, id });
      await keeper.count(tx, album, 1, now);
      await keeper.record(tx, album, { kind: 'PHOTO_ADDED', detail: `Photo added: ${keeper.sectionName(section)}`, at: now });
      return { ...partial, isFinished: false };
    });
    // The same picture was there under another name: this one's files are nobody's.
    await (kept.filename === partial.filename ? files.removeParts(partial) : files.removeAll(partial));
    return kept;
  } catch (error) {
    // What has arrived stays where only the disk is full: its phone asks again.
    if (error instanceof AppError && error.code !== 'no_space') {
      await partials.deletePartial(deps.db, partial);
      await files.removeAll(partial);
    }
    throw error;
  }
}

function removedSince(): AppError {
  return new AppError('conflict', 'This photo was removed', { reason: 'deleted' });
}

/** A name to show: without control characters. */
function plainName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 200) || 'photo.jpg';
}
