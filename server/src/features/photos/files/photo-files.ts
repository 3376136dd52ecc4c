import type { FileStore } from '../../../integrations/storage/file-store.ts';
import type { StoredContent } from '../../../platform/http/files/served-file.ts';
import { folderOf, type PhotoAlbum } from '../albums/photo-album.ts';
import { thumbnailOf } from './photo-address.ts';
import type { Picture } from './picture.ts';

/** The folder in the data directory. Each kind of album has a subfolder. */
export const PHOTO_FOLDER = 'photos';

interface Place {
  readonly album: PhotoAlbum;
  readonly filename: string;
}

export type PhotoFiles = ReturnType<typeof createPhotoFiles>;

export function createPhotoFiles(store: FileStore) {
  const nameOf = ({ album, filename }: Place) => `${folderOf(album)}/${filename}`;
  const partsOf = (place: Place) => `${nameOf(place)}.parts`;
  return {
    writePart: (place: Place, offset: number, part: Uint8Array): Promise<void> => store.writeAt(partsOf(place), offset, part),
    readParts: (place: Place): Promise<Buffer> => store.read(partsOf(place)),
    async writePicture(place: Place, { jpeg, thumbnail }: Picture): Promise<void> {
      await store.put(thumbnailOf(nameOf(place)), thumbnail);
      await store.put(nameOf(place), jpeg).catch(async (error: unknown) => {
        await store.remove(thumbnailOf(nameOf(place)));
        throw error;
      });
    },
    read: (place: Place): Promise<Buffer> => store.read(nameOf(place)),
    open: (place: Place): Promise<StoredContent> => store.open(nameOf(place)),
    removeParts: (place: Place): Promise<void> => store.remove(partsOf(place)),
    async removeAll(place: Place): Promise<void> {
      await Promise.all([nameOf(place), thumbnailOf(nameOf(place)), partsOf(place)].map((name) => store.remove(name)));
    },
  };
}
