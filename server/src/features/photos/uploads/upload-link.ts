import type { PhotoAlbum } from '../albums/photo-album.ts';

export interface UploadLink {
  readonly id: number;
  readonly album: PhotoAlbum;
  readonly deviceHash: Buffer | null;
  /** null requests all sections. */
  readonly sections: string[] | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly finishedAt: Date | null;
}
