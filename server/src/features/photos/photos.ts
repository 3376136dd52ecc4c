import { createHmac } from 'node:crypto';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import type { PhonePage } from '../../platform/http/single-page-app.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createPhotoAddresses, type PhotoAddresses } from './files/photo-address.ts';
import { createPhotoFiles, PHOTO_FOLDER, type PhotoFiles } from './files/photo-files.ts';
import { purgePhotosTask } from './files/purge-photos.task.ts';
import { createLinkService, type LinkService } from './uploads/link.service.ts';
import { createLinkTokens } from './uploads/link-token.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly secrets: Pick<Secrets, 'accessTokenKey'>;
  readonly openFiles: (folder: string) => FileStore;
}

/** What features with photos need. */
export interface PhotoServices {
  readonly files: PhotoFiles;
  readonly links: LinkService;
  readonly addresses: PhotoAddresses;
  /** The upload page for phones, at the address of a feature. */
  phonePage(path: string): PhonePage;
}

export function createPhotos({ db, clock, secrets, openFiles }: Dependencies) {
  const keyFor = (use: string) => createHmac('sha256', secrets.accessTokenKey).update(use).digest('hex');
  const links = createLinkService({ db, clock, tokens: createLinkTokens(keyFor('links for photos')) });
  const files = createPhotoFiles(openFiles(PHOTO_FOLDER));
  return {
    files,
    links,
    addresses: createPhotoAddresses({ key: keyFor('photo addresses'), clock }),
    phonePage: (path: string): PhonePage => ({ path, file: 'upload.html', onShown: links.identify }),
    tasks: [purgePhotosTask({ db, clock, files })],
  };
}
