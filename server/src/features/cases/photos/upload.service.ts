import { createHash, randomBytes } from 'node:crypto';
import { PHOTO_MAX_BYTES, PHOTO_REFUSALS, type UploadedPhoto, type UploadState } from '@stowage/contract/case-photos';
import { CASE_MAX_PHOTOS, isSectionDone, PHOTO_SECTIONS, type PhotoSection } from '@stowage/contract/case-shots';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DB } from '../../../platform/database/schema.generated.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { notify } from '../../notifications/index.ts';
import { addToPhotoCount, listPeopleOfCase, lockCase } from '../case.repository.ts';
import { casePath, changeCase, found, moveTo } from '../case-change.service.ts';
import { insertEvent } from '../case-event.repository.ts';
import { statusAfterPhotos } from '../claims/claim.rules.ts';
import { finishLink, type UploadLink } from './link.repository.ts';
import type { LinkService, PhoneCall } from './link.service.ts';
import * as partials from './partial-photo.repository.ts';
import * as photos from './photo.repository.ts';
import type { PhotoAddresses } from './photo-address.ts';
import type { PhotoFiles } from './photo-files.ts';
import { readPicture } from './picture.ts';
import { findUploadState } from './upload-state.read-model.ts';

interface Announced {
  readonly clientPhotoId: string;
  readonly section: PhotoSection;
  readonly filename: string;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly takenAt?: string | undefined;
}

interface Progress {
  readonly offset: number;
  readonly photo: UploadedPhoto | null;
}

/** What a phone does with the photos of a case. Each call may be sent again. */
export interface UploadService {
  open(call: PhoneCall): Promise<UploadState>;
  begin(call: PhoneCall, photo: Announced): Promise<Progress>;
  sendPart(call: PhoneCall, part: { clientPhotoId: string; offset: number; bytes: Uint8Array }): Promise<Progress>;
  remove(call: PhoneCall, clientPhotoId: string): Promise<void>;
  cannotTake(call: PhoneCall, section: PhotoSection, reason: string | null): Promise<UploadState>;
  finish(call: PhoneCall): Promise<{ caseId: number; photos: number }>;
}

/** A photo as the phone is told of it: under the id by which it is kept, also where the same picture came under another. */
type KeptPhoto = Pick<photos.KnownPhoto, 'clientPhotoId' | 'section' | 'filename' | 'isFinished'>;

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly links: LinkService;
  readonly files: PhotoFiles;
  readonly addresses: PhotoAddresses;
}

const NAME_BYTES = 9;

export function createUploadService(deps: Dependencies): UploadService {
  const { db, links, addresses } = deps;
  /** A last part that is sent again while the photo is being read waits for the same end. */
  const finishing = new Map<string, Promise<UploadedPhoto>>();

  const shown = (caseId: number, { clientPhotoId, section, filename, isFinished }: KeptPhoto): UploadedPhoto => ({
    clientPhotoId,
    section,
    thumbnail_url: addresses.of({ caseId, section, filename }).thumbnail_url,
    can_remove: !isFinished,
  });
  const stateFor = async (link: UploadLink) => found(await findUploadState(db, link, addresses));

  /** @returns the photo if it is kept already. @throws AppError `deleted` when it was taken back since */
  const findKept = async (caseId: number, clientPhotoId: string) => {
    const known = await photos.findPhoto(db, caseId, clientPhotoId);
    if (known?.isDeleted) throw removedSince();
    return known && shown(caseId, known);
  };

  const finishPhoto = (partial: partials.PartialPhoto): Promise<UploadedPhoto> => {
    const key = `${partial.caseId} ${partial.clientPhotoId}`;
    const end =
      finishing.get(key) ??
      keepPhoto(deps, partial)
        .then((photo) => shown(partial.caseId, photo))
        .finally(() => finishing.delete(key));
    finishing.set(key, end);
    return end;
  };

  return {
    open: async (call) => stateFor(await links.open(call)),

    async begin(call, { clientPhotoId, ...photo }) {
      const link = await links.require(call);
      const { caseId } = link;
      const kept = await findKept(caseId, clientPhotoId);
      if (kept !== undefined) return { offset: photo.size, photo: kept };
      if (/[/\\]/.test(photo.filename)) throw new AppError('invalid_input', PHOTO_REFUSALS.bad_name, { reason: 'bad_name' });
      if (photo.size > PHOTO_MAX_BYTES) throw new AppError('invalid_input', PHOTO_REFUSALS.too_large, { reason: 'too_large', status: 413 });
      if (link.sections !== null && !link.sections.includes(photo.section)) {
        throw new AppError('rule_violated', `Photos of this section are not asked for: ${PHOTO_SECTIONS[photo.section]}`, { reason: 'not_asked_for' });
      }
      const same = photo.sha256 && (await photos.findSamePhoto(db, { caseId, section: photo.section, originalHash: Buffer.from(photo.sha256, 'hex') }));
      if (same) return { offset: photo.size, photo: shown(caseId, same) };
      const offset = await beginPartial(deps, link, { clientPhotoId, ...photo });
      // Another answer of the same call may have come first.
      return { offset, photo: offset < photo.size ? null : ((await findKept(caseId, clientPhotoId)) ?? null) };
    },

    async sendPart(call, { clientPhotoId, offset, bytes }) {
      const { caseId } = await links.require(call);
      const partial = await takePart(deps, { caseId, clientPhotoId, offset, bytes });
      if (partial === undefined) {
        const kept = await findKept(caseId, clientPhotoId);
        if (kept === undefined) throw new AppError('conflict', 'This photo was never announced', { reason: 'not_begun' });
        return { offset: offset + bytes.length, photo: kept };
      }
      const { received, size } = partial;
      return { offset: received, photo: received < size ? null : await finishPhoto(partial) };
    },

    remove: async (call, clientPhotoId) => removeOne(deps, await links.require(call), clientPhotoId),

    async cannotTake(call, section, reason) {
      const link = await links.require(call);
      await explain(deps, link, section, reason || null);
      return stateFor(link);
    },

    async finish(call) {
      const link = await links.require(call, true);
      if (link.finishedAt === null) return finishAll(deps, link);
      const { photos: sent } = await stateFor(link);
      return { caseId: link.caseId, photos: sent.length };
    },
  };
}

async function removeOne(deps: Dependencies, { caseId }: UploadLink, clientPhotoId: string): Promise<void> {
  const removed = await changeCase(deps, { caseId, change: 'PHOTOS' }, async (tx) => {
    const partial = await partials.lockPartial(tx, caseId, clientPhotoId);
    if (partial !== undefined) await partials.deletePartial(tx, partial);
    const photo = await photos.findPhoto(tx, caseId, clientPhotoId);
    if (photo === undefined && partial === undefined) throw new AppError('not_found', 'There is no such photo', { reason: 'not_begun' });
    if (photo?.isFinished) throw new AppError('conflict', 'This photo was handed in already', { reason: 'finished' });
    if (photo === undefined || photo.isDeleted) return partial;
    const now = deps.clock.now();
    await photos.markDeleted(tx, photo.id, now);
    await addToPhotoCount(tx, caseId, -1, now);
    await insertEvent(tx, { caseId, kind: 'PHOTO_REMOVED', detail: `Photo removed: ${PHOTO_SECTIONS[photo.section]}`, actorId: null, at: now });
    return photo;
  });
  // After the commit: a row without its file would be worse than a file without its row, which a task removes.
  if (removed !== undefined) await deps.files.removeAll({ caseId, filename: removed.filename });
}

async function explain(deps: Dependencies, { caseId }: UploadLink, section: PhotoSection, reason: string | null): Promise<void> {
  await changeCase(deps, { caseId, change: 'PHOTOS' }, async (tx) => {
    const now = deps.clock.now();
    await partials.setMissingShot(tx, { caseId, section, reason, now });
    const detail = reason === null ? `Can take after all: ${PHOTO_SECTIONS[section]}` : `Cannot take ${PHOTO_SECTIONS[section]}: ${reason}`;
    await insertEvent(tx, { caseId, kind: 'CANNOT_TAKE', detail, actorId: null, at: now });
  });
}

/** @throws AppError `photos_missing` */
async function finishAll(deps: Dependencies, link: UploadLink): Promise<{ caseId: number; photos: number }> {
  const { id, caseId } = link;
  return changeCase(deps, { caseId, change: 'PHOTOS' }, async (tx, locked) => {
    // Read while the case is locked: no photo is taken back behind it.
    const { sections } = found(await findUploadState(tx, link, deps.addresses));
    const undone = sections.filter((section) => !isSectionDone(section)).map(({ name }) => name);
    if (undone.length > 0) throw new AppError('rule_violated', `Photos are missing: ${undone.join(', ')}`, { reason: 'photos_missing' });
    const now = deps.clock.now();
    if (await finishLink(tx, id, now)) {
      await insertEvent(tx, { caseId, kind: 'PHOTOS_FINISHED', detail: `Photos finished: ${locked.photoCount}`, actorId: null, at: now });
      const title = `Photos arrived for case ${caseId}`;
      const to = await listPeopleOfCase(tx, caseId);
      await notify(tx, { kind: 'photos-arrived', to, title, record: { kind: 'case', id: caseId }, path: casePath(caseId), key: `photos-arrived link ${id}` });
      const status = statusAfterPhotos(locked.status, locked.amazonCaseId !== null);
      await moveTo(tx, locked, { status, reason: 'the photos are there', actorId: null, now });
    }
    return { caseId, photos: locked.photoCount };
  });
}

/** @returns how much of the photo has arrived */
async function beginPartial(deps: Dependencies, { id: linkId, caseId }: UploadLink, photo: Announced): Promise<number> {
  const { clientPhotoId, section, filename, size, sha256, takenAt } = photo;
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    // The case is locked first, so that two photos that begin at once do not both find room for one.
    const { photoCount } = found(await lockCase(tx, caseId));
    if ((await photos.findPhoto(tx, caseId, clientPhotoId)) !== undefined) return size;
    const begun = await partials.lockPartial(tx, caseId, clientPhotoId);
    if (begun !== undefined && begun.size === size && begun.section === section) return begun.received;
    if (begun !== undefined) await partials.deletePartial(tx, begun);
    if (photoCount + (await partials.countPartials(tx, caseId, linkId)) >= CASE_MAX_PHOTOS) {
      throw new AppError('rule_violated', PHOTO_REFUSALS.too_many, { reason: 'too_many' });
    }
    const ours = begun?.filename ?? `${section}-${randomBytes(NAME_BYTES).toString('hex')}.jpg`;
    const hash = sha256 === undefined ? null : Buffer.from(sha256, 'hex');
    const partial = {
      caseId,
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
  { db, clock, files }: Dependencies,
  { caseId, clientPhotoId, offset, bytes }: { caseId: number; clientPhotoId: string; offset: number; bytes: Uint8Array },
): Promise<partials.PartialPhoto | undefined> {
  return db.transaction().execute(async (tx) => {
    const partial = await partials.lockPartial(tx, caseId, clientPhotoId);
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
async function keepPhoto(deps: Dependencies, partial: partials.PartialPhoto): Promise<KeptPhoto> {
  const { caseId, clientPhotoId, section } = partial;
  const { files } = deps;
  try {
    const sent = await files.readParts(partial);
    const originalHash = createHash('sha256').update(sent).digest();
    if (partial.sha256 !== null && !originalHash.equals(partial.sha256)) throw new AppError('conflict', PHOTO_REFUSALS.changed, { reason: 'changed' });
    const picture = await readPicture(sent);
    await files.keep(partial, picture);
    const kept = await changeCase(deps, { caseId, change: 'PHOTOS' }, async (tx) => {
      const isWanted = (await partials.lockPartial(tx, caseId, clientPhotoId)) !== undefined;
      await partials.deletePartial(tx, partial);
      const known = (await photos.findPhoto(tx, caseId, clientPhotoId)) ?? (await photos.findSamePhoto(tx, { caseId, section, originalHash }));
      // Taken back while it was being read.
      if (known?.isDeleted || (known === undefined && !isWanted)) throw removedSince();
      if (known !== undefined) return known;
      const now = deps.clock.now();
      const { width, height, jpeg } = picture;
      const hash = createHash('sha256').update(jpeg).digest();
      const takenAt = partial.takenAt ?? picture.takenAt ?? null;
      await photos.insertPhoto(tx, { ...partial, originalHash, hash, bytes: jpeg.length, width, height, takenAt, now });
      await addToPhotoCount(tx, caseId, 1, now);
      await insertEvent(tx, { caseId, kind: 'PHOTO_ADDED', detail: `Photo added: ${PHOTO_SECTIONS[section]}`, actorId: null, at: now });
      return { ...partial, isFinished: false };
    });
    // The same picture was there under another name: this one's files are nobody's.
    await (kept.filename === partial.filename ? files.removeParts(partial) : files.removeAll(partial));
    return kept;
  } catch (error) {
    if (error instanceof AppError) {
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
