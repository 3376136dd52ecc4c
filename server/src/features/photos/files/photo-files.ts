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

/** The files of a photo. Their names follow from the row, so that its files can be found and removed. */
export interface PhotoFiles {
  writePart(place: Place, offset: number, part: Uint8Array): Promise<void>;
  readParts(place: Place): Promise<Buffer>;
  writePicture(place: Place, picture: Picture): Promise<void>;
  read(place: Place): Promise<Buffer>;
  open(place: Place): Promise<StoredContent>;
  removeParts(place: Place): Promise<void>;
  removeAll(place: Place): Promise<void>;
}

export function createPhotoFiles(store: FileStore): PhotoFiles {
  const nameOf = ({ album, filename }: Place) => `${folderOf(album)}/${filename}`;
  const partsOf = (place: Place) => `${nameOf(place)}.parts`;
  return {
    writePart: (place, offset, part) => store.writeAt(partsOf(place), offset, part),
    readParts: (place) => store.read(partsOf(place)),
    async writePicture(place, { jpeg, thumbnail }) {
      await store.put(thumbnailOf(nameOf(place)), thumbnail);
      await store.put(nameOf(place), jpeg).catch(async (error: unknown) => {
        await store.remove(thumbnailOf(nameOf(place)));
        throw error;
      });
    },
    read: (place) => store.read(nameOf(place)),
    open: (place) => store.open(nameOf(place)),
    removeParts: (place) => store.remove(partsOf(place)),
    async removeAll(place) {
      await Promise.all([nameOf(place), thumbnailOf(nameOf(place)), partsOf(place)].map((name) => store.remove(name)));
    },
  };
}
