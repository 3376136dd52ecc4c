import * as contract from '@stowage/contract/cases/case-photos';
import { PHOTO_SECTIONS } from '@stowage/contract/cases/case-shots';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import type { Filing } from '../../documents/index.ts';
import { createUploadService, type PhotoServices, phoneCall, phoneRoutes, requireAskedFor, requireStillOpen, servePhotoFile } from '../../photos/index.ts';
import { type EvidenceService, evidenceOf } from '../evidence/evidence.service.ts';
import { changeCase } from '../review/case-change.ts';
import { insertEvent } from '../review/case-event.repository.ts';
import { caseAlbum, caseUploadState, createCaseAlbums } from './case-album.ts';
import { setMissingShot } from './missing-shot.repository.ts';

interface Dependencies extends PhotoServices, Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly evidence: EvidenceService;
  readonly filing: Filing;
}

export function photoRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, links, addresses, evidence, filing } = deps;
  const uploads = createUploadService({ ...deps, owner: createCaseAlbums(deps) });
  phoneRoutes(app, contract.caseUpload, { uploads, albumOf: ({ caseId }) => caseAlbum(Number(caseId)) });

  publicRoute(app, contract.cannotTake, async ({ params: { caseId }, body }, context) => {
    const { section, reason } = body;
    const link = await links.require(phoneCall(caseAlbum(caseId), context));
    requireAskedFor(link, section, PHOTO_SECTIONS[section]);
    await changeCase(deps, { caseId, change: 'PHOTOS' }, async (tx) => {
      const now = clock.now();
      await requireStillOpen(tx, link, now);
      await setMissingShot(tx, { caseId, section, reason: reason || null, now });
      const detail = reason ? `Cannot take ${PHOTO_SECTIONS[section]}: ${reason}` : `Can take after all: ${PHOTO_SECTIONS[section]}`;
      await insertEvent(tx, { caseId, kind: 'CANNOT_TAKE', detail, actorId: null, at: now });
    });
    return caseUploadState(db, link, addresses);
  });

  publicRoute(app, contract.servePhoto, ({ params: { caseId, ...photo }, query: signed }, context) => {
    const album = /^[1-9]\d{0,14}$/.test(caseId) ? caseAlbum(Number(caseId)) : undefined;
    return servePhotoFile({ ...deps, permission: 'cases.read' }, { album, ...photo, signed }, context);
  });
  route(app, contract.caseZip, { permission: 'cases.read' }, async ({ params: { id } }, call) =>
    filing.keepAnswer(await evidence.zip(id, isPermitted(call.caller.roles, 'costs.read')), evidenceOf(id), call),
  );
  route(app, contract.casePdf, { permission: 'cases.read' }, async ({ params: { id } }, call) =>
    filing.keepAnswer(await evidence.pdf(id, isPermitted(call.caller.roles, 'costs.read')), evidenceOf(id), call),
  );
}
