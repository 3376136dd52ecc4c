import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { UPLOAD_LINK_MINUTES } from '@stowage/contract/photos/photo-uploads';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import type { PhonePage } from '../../platform/http/page/single-page-app.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { ADDRESS_MS, createPhotoAddresses, type PhotoAddresses } from './files/photo-address.ts';
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
  const keysFor = (use: string, lifetimeMs: number) => () =>
    secrets.accessTokenKey.accepted(lifetimeMs).map((key) => createHmac('sha256', key).update(use).digest('hex'));
  const links = createLinkService({ db, clock, tokens: createLinkTokens(keysFor('links for photos', UPLOAD_LINK_MINUTES * MINUTE_MS)) });
  const files = createPhotoFiles(openFiles(PHOTO_FOLDER));
  return {
    files,
    links,
    addresses: createPhotoAddresses({ keys: keysFor('photo addresses', ADDRESS_MS), clock }),
    phonePage: (path: string): PhonePage => ({ path, file: 'upload.html', onShown: links.identify }),
    tasks: [purgePhotosTask({ db, clock, files })],
  };
}
