import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { UploadLink } from '../uploads/upload-link.ts';
import type { PhotoAlbum } from './photo-album.ts';

export interface AlbumEvent {
  readonly kind: 'PHOTO_ADDED' | 'PHOTO_REMOVED' | 'PHOTOS_FINISHED';
  /** The text on the timeline. */
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

/** The record that photos belong to, as uploads see it: a case, an order or a purchase order line. `S` is the state of its upload page. */
export interface AlbumOwner<S> {
  sectionName(section: string): string;
  /** Locks the album until the transaction ends. @throws AppError `not_found` */
  lock(tx: DatabaseTransaction, album: PhotoAlbum): Promise<{ readonly photoCount: number }>;
  /** Notifies open pages. Called after the commit. */
  publish(album: PhotoAlbum): void;
  /** Adjusts a stored number of photos. */
  count(tx: DatabaseTransaction, album: PhotoAlbum, change: number, now: Date): Promise<void>;
  record(tx: DatabaseTransaction, album: PhotoAlbum, event: AlbumEvent): Promise<void>;
  /** Files a new photo among the documents, if photos of such albums are documents. */
  file?(tx: DatabaseTransaction, album: PhotoAlbum, photo: AddedPhoto): Promise<void>;
  /** The photo was deleted; its files go later. */
  unfile?(tx: DatabaseTransaction, photoId: number, now: Date): Promise<void>;
  state(db: Database, link: UploadLink): Promise<S>;
  /** Called when a phone reports that all photos are uploaded. */
  finished(tx: DatabaseTransaction, link: UploadLink, now: Date): Promise<void>;
}
