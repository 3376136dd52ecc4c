import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { UploadLink } from '../uploads/link.repository.ts';
import type { PhotoAlbum } from './photo-album.ts';

export interface AlbumEvent {
  readonly kind: 'PHOTO_ADDED' | 'PHOTO_REMOVED' | 'PHOTOS_FINISHED';
  /** In words, as it is shown. */
  readonly detail: string;
  readonly at: Date;
}

export interface AddedPhoto {
  readonly id: number;
  readonly section: string;
  readonly filename: string;
  readonly originalFilename: string;
  readonly bytes: number;
  readonly hash: Buffer;
  readonly now: Date;
}

/** What photos are of, as far as uploading them must know it: a case, or an order. `S` is what its phones are shown. */
export interface AlbumKeeper<S> {
  sectionName(section: string): string;
  /** Holds it until the transaction's end: whoever changes its photos takes turns. @throws AppError `not_found` */
  lock(tx: DatabaseTransaction, album: PhotoAlbum): Promise<{ readonly photoCount: number }>;
  /** Tells open pages, after the commit. */
  tell(album: PhotoAlbum): void;
  /** So many photos came, or went. */
  count(tx: DatabaseTransaction, album: PhotoAlbum, change: number, now: Date): Promise<void>;
  record(tx: DatabaseTransaction, album: PhotoAlbum, event: AlbumEvent): Promise<void>;
  /** Files a new photo among the documents, if photos of such albums are documents. */
  file?(tx: DatabaseTransaction, album: PhotoAlbum, photo: AddedPhoto): Promise<void>;
  /** The photo was deleted; its files go later. */
  unfile?(tx: DatabaseTransaction, photoId: number, now: Date): Promise<void>;
  state(db: Database, link: UploadLink): Promise<S>;
  /** What follows when a phone says that all photos are there. */
  finished(tx: DatabaseTransaction, link: UploadLink, now: Date): Promise<void>;
}
