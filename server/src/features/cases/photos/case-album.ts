import type { CaseUploadState } from '@stowage/contract/cases/case-photos';
import { PHOTO_SECTIONS, type PhotoSection } from '@stowage/contract/cases/case-shots';
import { casesTopic } from '@stowage/contract/cases/cases';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { fileSource, markSourceDeleted } from '../../documents/filing/index.ts';
import { notify } from '../../notifications/index.ts';
import type { AddedPhoto, AlbumOwner, PhotoAddresses, PhotoAlbum, UploadLink } from '../../photos/index.ts';
import { statusAfterPhotos } from '../claims/claim.rules.ts';
import { addToPhotoCount, listPeopleOfCase, lockCase } from '../review/case.repository.ts';
import { casePath, moveTo, requireCase } from '../review/case-change.ts';
import { insertEvent } from '../review/case-event.repository.ts';
import { findUploadState } from './upload-state.read-model.ts';

function caseIdOf(album: PhotoAlbum): number {
  return album.kind === 'case' ? album.id : 0;
}

export function caseAlbum(id: number): PhotoAlbum {
  return { kind: 'case', id };
}

/** @throws AppError `not_found` */
export async function caseUploadState(db: Database, link: UploadLink, addresses: PhotoAddresses): Promise<CaseUploadState> {
  return requireCase(await findUploadState(db, { caseId: caseIdOf(link.album), ...link }, addresses));
}

/** Photos of cases. They are recorded in the case's history, and finishing them moves the case to its next status. */
export function createCaseAlbums({ topics, addresses }: { topics: Topics; addresses: PhotoAddresses }): AlbumOwner<CaseUploadState> {
  return {
    sectionName: (section) => PHOTO_SECTIONS[section as PhotoSection],
    lock: async (tx, album) => requireCase(await lockCase(tx, caseIdOf(album))),
    publish: (album) => topics.publish(casesTopic, { caseId: caseIdOf(album), change: 'PHOTOS' }),
    count: (tx, album, change, now) => addToPhotoCount(tx, caseIdOf(album), change, now),
    record: async (tx, album, event) => void (await insertEvent(tx, { caseId: caseIdOf(album), ...event, actorId: null })),
    file: (tx, album, photo) => fileCasePhoto(tx, caseIdOf(album), photo),
    unfile: (tx, photoId, now) => markSourceDeleted(tx, 'CASE_PHOTO', photoId, now),
    state: (db, link) => caseUploadState(db, link, addresses),
    async finished(tx, { id: linkId, album }, now) {
      const caseId = caseIdOf(album);
      const locked = requireCase(await lockCase(tx, caseId));
      const title = `Photos arrived for case ${caseId}`;
      const to = await listPeopleOfCase(tx, caseId);
      await notify(tx, {
        kind: 'photos-arrived',
        to,
        title,
        record: { kind: 'case', id: caseId },
        path: casePath(caseId),
        key: `photos-arrived link ${linkId}`,
      });
      const status = statusAfterPhotos(locked.status, locked.amazonCaseId !== null);
      await moveTo(tx, locked, { status, reason: 'the photos are complete', actorId: null, now });
    },
  };
}

/** Photos of cases are documents; those of packed orders, which may show the recipient, are not. */
function fileCasePhoto(tx: DatabaseTransaction, caseId: number, photo: AddedPhoto): Promise<void> {
  return fileSource(tx, {
    store: 'CASE_PHOTO',
    key: String(photo.id),
    place: `${caseId}/${photo.filename}`,
    name: `${photo.section} ${photo.originalFilename}`,
    type: 'CASE_PHOTOS',
    area: 'cases.read',
    link: { kind: 'CASE', id: caseId, label: `Case ${caseId}` },
    mediaType: 'image/jpeg',
    bytes: photo.bytes,
    sha256: photo.hash,
    actorId: null,
    filedAt: photo.now,
  });
}
