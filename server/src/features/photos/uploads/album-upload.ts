import type { UploadState } from '@stowage/contract/photos/photo-uploads';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { AlbumOwner } from '../albums/album-owner.ts';
import type { PhotoAlbum } from '../albums/photo-album.ts';
import type { PhotoAddresses } from '../files/photo-address.ts';
import type { PhotoFiles } from '../files/photo-files.ts';
import type { LinkService } from './link.service.ts';

export interface UploadDependencies<S = UploadState> {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly links: LinkService;
  readonly files: PhotoFiles;
  readonly addresses: PhotoAddresses;
  readonly owner: AlbumOwner<S>;
}

/** Changes an album in one transaction while it is locked, and then notifies open pages. */
export async function changeAlbum<R>(
  { db, owner }: UploadDependencies,
  album: PhotoAlbum,
  work: (tx: DatabaseTransaction, locked: { photoCount: number }) => Promise<R>,
): Promise<R> {
  const result = await db.transaction().execute(async (tx) => work(tx, await owner.lock(tx, album)));
  owner.publish(album);
  return result;
}

export function removedPhoto(): AppError {
  return new AppError('conflict', 'This photo was removed', { reason: 'deleted' });
}
