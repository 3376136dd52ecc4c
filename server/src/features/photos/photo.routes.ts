import type { Permission } from '@stowage/contract/permissions';
import { isPermitted } from '@stowage/contract/permissions';
import type { UploadState, uploadEndpoints } from '@stowage/contract/photos/photo-uploads';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { ServedFile } from '../../platform/http/files/served-file.ts';
import { publicRoute } from '../../platform/http/route.ts';
import type { PhotoAlbum } from './albums/photo-album.ts';
import { findServedPhoto } from './files/photo.repository.ts';
import { type PhotoAddresses, photoOf, photoPath } from './files/photo-address.ts';
import type { PhotoFiles } from './files/photo-files.ts';
import type { LinkService, PhoneCall } from './uploads/link.service.ts';
import type { UploadService } from './uploads/upload.service.ts';

type Params = Readonly<Record<string, unknown>>;
type PhoneContext = { readonly bearer: string | undefined; readonly cookies: Cookies; readonly address: string };

/** Who calls from a phone: its link's token is the bearer token. */
export function phoneCall(album: PhotoAlbum, { bearer, cookies, address }: PhoneContext): PhoneCall {
  return { album, token: bearer, cookies, address };
}

/** What a phone calls, whatever it photographs. @param albumOf which album the address of a call means */
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
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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
  /** Who sees all photos of the kind. */
  readonly permission: Permission;
}

interface Asked {
  /** undefined where the address names nothing that there can be. */
  readonly album: PhotoAlbum | undefined;
  readonly section: string;
  readonly filename: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

const SHOWN_SECONDS = 3_600;

/** A photo is shown to who may see it; to everybody else it is not there. @throws AppError `not_found` */
export async function servePhotoFile(
  { db, links, files, addresses, permission }: Serving,
  { album, section, filename, expires, signature }: Asked,
  { findCaller, cookies }: { findCaller: () => Caller | undefined; cookies: Cookies },
): Promise<ServedFile> {
  const isSeen =
    album !== undefined &&
    (addresses.isSigned(photoPath({ album, section, filename }), expires, signature) ||
      isPermitted(findCaller()?.roles ?? [], permission) ||
      (await links.isHeldBy(cookies, album)));
  const isThere = isSeen && (await findServedPhoto(db, { album, section, filename: photoOf(filename).filename })) !== undefined;
  // The database knows the name, so it is one that we made.
  const content = isThere ? await files.open({ album, filename }).catch(ignoreMissing) : undefined;
  if (content === undefined) throw new AppError('not_found', 'There is no such photo');
  return { mediaType: 'image/jpeg', name: filename, content, shownForSeconds: SHOWN_SECONDS };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
