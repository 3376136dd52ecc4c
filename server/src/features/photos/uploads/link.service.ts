import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { LINK_REFUSALS, UPLOAD_LINK_MINUTES } from '@stowage/contract/photos/photo-uploads';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { Cookies } from '../../../platform/http/cookies.ts';
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts';
import { isSameAlbum, type PhotoAlbum } from '../albums/photo-album.ts';
import * as links from './link.repository.ts';
import { hashOf, type LinkTokens } from './link-token.ts';
import type { UploadLink } from './upload-link.ts';

/** A call from a phone: the token identifies the link, and the cookie identifies the phone. */
export interface PhoneCall {
  readonly album: PhotoAlbum;
  readonly token: string | undefined;
  readonly cookies: Cookies;
  readonly address: string;
}

export interface MintedLink {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LinkService {
  /** Creates a link in place of the earlier ones. @param from derives the same link again, so that a repeated request gets the same answer */
  mint(tx: Database, link: { album: PhotoAlbum; sections?: readonly string[]; actorId: number; from?: string | undefined }): Promise<MintedLink>;
  /** Binds the link to this phone, if it is the first. @throws AppError `forbidden` */
  open(call: PhoneCall): Promise<UploadLink>;
  /** Finds the link of this phone. @param mayBeFinished accepts a finished link, for a repeat of the call that finished it @throws AppError `forbidden` */
  require(call: PhoneCall, mayBeFinished?: boolean): Promise<UploadLink>;
  /** Whether this phone holds a link of this album. */
  isHeldBy(cookies: Cookies, album: PhotoAlbum): Promise<boolean>;
  /** Sets the phone's cookie before it opens a link, so that a lost answer locks nobody out. */
  identify(cookies: Cookies): string;
}

const COOKIE = 'stowage_phone';
const COOKIE_SECONDS = 24 * 60 * 60;
const DEVICE_BYTES = 24;
const WRONG_PER_MINUTE = 30;
const CALLS_PER_MINUTE = 6_000;

export function createLinkService({ db, clock, tokens }: { db: DatabasePool; clock: Clock; tokens: LinkTokens }): LinkService {
  const countWrong = createRateLimit({ db, clock, name: 'wrong-upload-links', limit: WRONG_PER_MINUTE, windowMs: MINUTE_MS });
  const countCall = createRateLimit({ db, clock, name: 'uploads', limit: CALLS_PER_MINUTE, windowMs: MINUTE_MS });

  const find = async ({ album, token, address }: PhoneCall, mayBeFinished: boolean): Promise<UploadLink> => {
    await countCall(address);
    const link = token !== undefined && tokens.isOurs(token, album) ? await links.findLink(db, hashOf(token)) : undefined;
    if (link === undefined || !isSameAlbum(link.album, album)) {
      await countWrong(address);
      throw refused('wrong');
    }
    refuseEnded(link, clock.now(), mayBeFinished);
    return link;
  };
  const identify = (cookies: Cookies): string => {
    const device = cookies.get(COOKIE) ?? randomBytes(DEVICE_BYTES).toString('base64url');
    cookies.set(COOKIE, device, { seconds: COOKIE_SECONDS });
    return device;
  };
  const isDevice = ({ deviceHash }: UploadLink, cookies: Cookies) => deviceHash?.equals(hashOf(cookies.get(COOKIE) ?? '')) ?? false;

  return {
    identify,
    async mint(tx, { album, sections, actorId, from }) {
      const token = tokens.make(album, from);
      const now = clock.now();
      const link = { album, tokenHash: hashOf(token), sections: sections ?? null, createdBy: actorId, now };
      const expiresAt = await links.insertLink(tx, { ...link, expiresAt: new Date(now.getTime() + UPLOAD_LINK_MINUTES * MINUTE_MS) });
      return { token, expiresAt };
    },

    async open(call) {
      const link = await find(call, false);
      if (isDevice(link, call.cookies)) return link;
      const isFirst = link.deviceHash === null && (await links.bindLink(db, link.id, hashOf(identify(call.cookies))));
      // The same phone may have sent two requests at once.
      if (!isFirst && !isDevice(await find(call, false), call.cookies)) throw refused('other_phone');
      return link;
    },

    async require(call, mayBeFinished = false) {
      const link = await find(call, mayBeFinished);
      if (!isDevice(link, call.cookies)) throw refused('other_phone');
      return link;
    },

    async isHeldBy(cookies, album) {
      const device = cookies.get(COOKIE);
      return device !== undefined && links.holdsLink(db, { album, deviceHash: hashOf(device), now: clock.now() });
    },
  };
}

/**
 * Refuses a link that has ended since `require()` found it. The album must be locked: a new link and the end of an album wait
 * for that lock.
 * @throws AppError `forbidden`
 */
export async function requireStillOpen(tx: DatabaseTransaction, { id }: UploadLink, now: Date, mayBeFinished = false): Promise<void> {
  refuseEnded(await links.getLink(tx, id), now, mayBeFinished);
}

function refuseEnded({ revokedAt, finishedAt, expiresAt }: UploadLink, now: Date, mayBeFinished: boolean): void {
  if (revokedAt !== null) throw refused('revoked');
  if (finishedAt !== null && !mayBeFinished) throw refused('finished');
  if (expiresAt <= now) throw refused('expired');
}

function refused(reason: keyof typeof LINK_REFUSALS): AppError {
  return new AppError('forbidden', LINK_REFUSALS[reason], { reason });
}

/** Ends the unfinished links of an album. */
export function revokeLinks(tx: Database, album: PhotoAlbum, now: Date): Promise<void> {
  return links.revokeLinks(tx, album, now);
}
