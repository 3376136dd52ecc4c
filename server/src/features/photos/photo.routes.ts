import type { Permission } from '@stowage/contract/permissions';
import { isPermitted } from '@stowage/contract/permissions';
import type { UploadState, uploadEndpoints } from '@stowage/contract/photos/photo-uploads';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { ignoreMissing } from '../../platform/http/files/missing-file.ts';
import type { ServedFile } from '../../platform/http/files/served-file.ts';
import { withByteBodies } from '../../platform/http/request/byte-bodies.ts';
import { publicRoute } from '../../platform/http/route.ts';
import type { PhotoAlbum } from './albums/photo-album.ts';
import { findServedPhoto } from './files/photo.repository.ts';
import { type PhotoAddresses, photoOf, photoPath, type SignedQuery } from './files/photo-address.ts';
import type { PhotoFiles } from './files/photo-files.ts';
import type { LinkService, PhoneCall } from './uploads/link.service.ts';
import type { UploadService } from './uploads/upload.service.ts';

type Params = Readonly<Record<string, unknown>>;
type PhoneContext = Pick<PhoneCall, 'cookies' | 'address'> & { readonly bearer: string | undefined };

/** A call from a phone. It sends the token of its link as bearer token. */
export function phoneCall(album: PhotoAlbum, { bearer, cookies, address }: PhoneContext): PhoneCall {
  return { album, token: bearer, cookies, address };
}

/** Registers the upload calls of one kind of album. @param albumOf the album that a call's parameters name */
export function phoneRoutes<S extends UploadState>(
  app: FastifyInstance,
  endpoints: ReturnType<typeof uploadEndpoints>,
  { albumOf, uploads }: { albumOf: (params: Params) => PhotoAlbum; uploads: UploadService<S> },
): void {
  const of = ({ params }: { params: Params }, context: PhoneContext) => phoneCall(albumOf(params), context);
  const idOf = (params: Params) => String(params.clientPhotoId);
  publicRoute(app, endpoints.open, (input, context) => uploads.open(of(input, context)));
  publicRoute(app, endpoints.begin, (input, context) => uploads.begin(of(input, context), input.body));
  publicRoute(app, endpoints.remove, async (input, context) => {
    await uploads.remove(of(input, context), idOf(input.params));
    return { success: true };
  });
  publicRoute(app, endpoints.finish, async (input, context) => ({ ...input.params, photos: await uploads.finish(of(input, context)) }));
  withByteBodies(app, (scope) => {
    publicRoute(scope, endpoints.sendPart, (input, context) =>
      uploads.sendPart(of(input, context), { clientPhotoId: idOf(input.params), offset: input.query.offset, bytes: input.body }),
    );
  });
}

interface Serving {
  readonly db: Database;
  readonly links: LinkService;
  readonly files: PhotoFiles;
  readonly addresses: PhotoAddresses;
  /** The permission that shows all photos of this kind. */
  readonly permission: Permission;
  /** Set for personal photos: their addresses end with the session that asked for them, and browsers don't cache them. */
  readonly isSessionOpen?: (session: string) => Promise<boolean>;
}

interface PhotoRequest {
  /** undefined when the address names no possible album. */
  readonly album: PhotoAlbum | undefined;
  readonly section: string;
  readonly filename: string;
  readonly signed: SignedQuery;
}

const SHOWN_SECONDS = 3_600;

/** Serves a photo to people with the permission, signed addresses and the phone that uploaded it. @throws AppError `not_found`, also for missing rights */
export async function servePhotoFile(
  { db, links, files, addresses, permission, isSessionOpen }: Serving,
  { album, section, filename, signed }: PhotoRequest,
  { findCaller, cookies }: { findCaller: () => Caller | undefined; cookies: Cookies },
): Promise<ServedFile> {
  const mayView =
    album !== undefined &&
    ((addresses.isSigned(photoPath({ album, section, filename }), signed) &&
      (isSessionOpen === undefined || (signed.session !== undefined && (await isSessionOpen(signed.session))))) ||
      isPermitted(findCaller()?.roles ?? [], permission) ||
      (await links.isHeldBy(cookies, album)));
  const exists = mayView && (await findServedPhoto(db, { album, section, filename: photoOf(filename).filename })) !== undefined;
  // A name that the database knows is safe to open: the server generated it.
  const content = exists ? await files.open({ album, filename }).catch(ignoreMissing) : undefined;
  if (content === undefined) throw new AppError('not_found', 'Photo not found');
  return { mediaType: 'image/jpeg', name: filename, content, shownForSeconds: isSessionOpen === undefined ? SHOWN_SECONDS : 0 };
}
