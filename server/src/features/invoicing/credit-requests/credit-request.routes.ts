import * as request from '@stowage/contract/invoicing/credit-requests';
import { creditEvidence } from '@stowage/contract/invoicing/vendor-credits';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import type { PhotoAddresses } from '../../photos/index.ts';
import { findEvidence } from './credit-evidence.read-model.ts';
import type { CreditRequestService } from './credit-request.service.ts';

interface Dependencies {
  readonly db: Database;
  /** The addresses of photos for pages. */
  readonly addresses: PhotoAddresses;
  readonly requests: CreditRequestService;
}

const read = { permission: 'invoices.read' } as const;
const write = { permission: 'invoices.write' } as const;

export function creditRequestRoutes(app: FastifyInstance, { db, addresses, requests }: Dependencies): void {
  route(app, creditEvidence, read, async ({ params: { id } }) => {
    const evidence = await findEvidence(db, id, addresses);
    if (evidence === undefined) throw new AppError('not_found', `There is no credit ${id}`);
    return evidence;
  });
  route(app, request.creditRequestPdf, read, ({ params }, call) => requests.pdf(params.id, call));
  route(app, request.creditRequestMail, read, ({ params }) => requests.read(params.id));
  route(app, request.sendCreditRequest, write, async ({ params, body }, { caller }) => {
    const { client_id: clientId, expected_ids: expectedIds, ...written } = body;
    return { id: await requests.send(params.id, { ...written, clientId, expectedIds, actorId: caller.userId }) };
  });
  route(app, request.retryCreditRequest, write, ({ params }) => success(requests.retry(params.id)));
}
