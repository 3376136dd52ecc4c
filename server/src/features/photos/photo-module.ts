import { createHmac } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { createPhotoAddresses, type PhotoAddresses } from './files/photo-address.ts';
import { createLinkService, type LinkService } from './uploads/link.service.ts';
import { createLinkTokens } from './uploads/link-token.ts';

/** What features with photos share. */
export interface PhotoModule {
  readonly links: LinkService;
  readonly addresses: PhotoAddresses;
}

/** @param secret the installation's token secret; the keys for photos are derived from it */
export function createPhotoModule({ db, clock, secret }: { db: DatabasePool; clock: Clock; secret: string }): PhotoModule {
  const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest('hex');
  return {
    addresses: createPhotoAddresses({ key: keyFor('photo addresses'), clock }),
    links: createLinkService({ db, clock, tokens: createLinkTokens(keyFor('links for photos')) }),
  };
}
