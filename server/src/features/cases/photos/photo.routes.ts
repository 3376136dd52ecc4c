import * as contract from '@stowage/contract/case-photos';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import type { EvidenceService } from '../evidence/evidence.service.ts';
import type { LinkService } from './link.service.ts';
import { findServedPhoto } from './photo.repository.ts';
import { type PhotoAddresses, photoOf } from './photo-address.ts';
import type { PhotoFiles } from './photo-files.ts';
import type { UploadService } from './upload.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly links: LinkService;
  readonly uploads: UploadService;
  readonly files: PhotoFiles;
  readonly addresses: PhotoAddresses;
  readonly evidence: EvidenceService;
}

const SHOWN_SECONDS = 3_600;

export function photoRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { uploads, evidence } = deps;
  // What a phone calls: its link's token is the bearer token.
  const of = ({ params }: { params: { caseId: number } }, { bearer, cookies, address }: { bearer: string | undefined } & PhoneContext) => ({
    caseId: params.caseId,
    token: bearer,
    cookies,
    address,
  });
  publicRoute(app, contract.openUpload, (input, context) => uploads.open(of(input, context)));
  publicRoute(app, contract.beginPhoto, (input, context) => uploads.begin(of(input, context), input.body));
  publicRoute(app, contract.removePhoto, async (input, context) => {
    await uploads.remove(of(input, context), input.params.clientPhotoId);
    return { success: true };
  });
  publicRoute(app, contract.cannotTake, (input, context) => uploads.cannotTake(of(input, context), input.body.section, input.body.reason));
  publicRoute(app, contract.finishUpload, (input, context) => uploads.finish(of(input, context)));
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    publicRoute(scope, contract.sendPart, (input, context) =>
      uploads.sendPart(of(input, context), { clientPhotoId: input.params.clientPhotoId, offset: input.query.offset, bytes: input.body }),
    );
  });

  servedPhotos(app, deps);
  route(app, contract.caseZip, { permission: 'cases.read' }, ({ params }) => evidence.zip(params.id));
  route(app, contract.casePdf, { permission: 'cases.read' }, ({ params }) => evidence.pdf(params.id));
}

type PhoneContext = Pick<Parameters<LinkService['open']>[0], 'cookies' | 'address'>;

/** A photo is shown to who may see it; to everybody else it is not there. */
function servedPhotos(app: FastifyInstance, { db, links, files, addresses }: Dependencies): void {
  publicRoute(app, contract.servePhoto, async ({ params: { caseId, section, filename }, query: { expires, signature } }, { findCaller, cookies }) => {
    const id = /^[1-9]\d{0,14}$/.test(caseId) ? Number(caseId) : 0;
    const isSeen =
      addresses.isSigned(`/uploads/returns/${caseId}/${section}/${filename}`, expires, signature) ||
      isPermitted(findCaller()?.roles ?? [], 'cases.read') ||
      (await links.isHeldBy(cookies, id));
    const { filename: photo } = photoOf(filename);
    const isThere = isSeen && (await findServedPhoto(db, { caseId: id, section, filename: photo })) !== undefined;
    // The database knows the name, so it is one that we made.
    const content = isThere ? await files.stream({ caseId: id, filename }).catch(ignoreMissing) : undefined;
    if (content === undefined) throw new AppError('not_found', 'There is no such photo');
    return { mediaType: 'image/jpeg', name: filename, content, shownForSeconds: SHOWN_SECONDS };
  });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
