import * as contract from '@stowage/contract/cases/cases';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { listActiveUsers } from '../../identity/index.ts';
import type { CaseService } from './case.service.ts';
import type { CaseCreationService } from './case-creation.service.ts';
import { countAtRisk, listCases, listFirstCases } from './case-list.read-model.ts';

const read = { permission: 'cases.read' } as const;
const write = { permission: 'cases.write' } as const;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly cases: CaseService;
  readonly creation: CaseCreationService;
}

export function caseRoutes(app: FastifyInstance, { db, clock, cases, creation }: Dependencies): void {
  route(app, contract.qrCreateCase, write, async ({ body: { data: row, ...body } }, { caller }) =>
    Array.of(await creation.create({ ...body, row, clientId: body.clientId, actorId: caller.userId })),
  );

  route(app, contract.listQrCases, read, ({ query }) => listFirstCases(db, query.page));
  route(app, contract.casesPage, read, async ({ query: { page, view, status, search } }) => {
    const now = clock.now();
    const [{ data, totalCount }, atRisk] = await Promise.all([listCases(db, { page, view, status, search, now }), countAtRisk(db, now)]);
    return { data, totalCount, totalPages: Math.ceil(totalCount / contract.CASES_PAGE_SIZE), currentPage: page, atRisk };
  });
  route(app, contract.listCasePeople, read, () => listActiveUsers(db));
  route(app, contract.getQrCase, read, ({ params }) => cases.get(params.id));

  route(app, contract.saveAmazonData, write, ({ params, body }, { caller }) => {
    const { was, ...entered } = body;
    return cases.saveMarketplaceSide(params.id, { entered, was }, caller.userId);
  });
  route(app, contract.setCaseStatus, write, ({ params, body }, { caller }) =>
    cases.setStatus(params.id, { status: body.status, reason: body.reason }, caller.userId),
  );
  route(app, contract.saveClaim, write, ({ params, body: { was, ...claim } }, { caller }) => cases.saveClaim(params.id, { claim, was }, caller.userId));
  route(app, contract.mintUploadCode, write, ({ params, body }, { caller }) => cases.mintCode(params.id, body.missingOnly, caller.userId));
  route(app, contract.decideProposal, write, ({ params, body }, { caller }) => cases.decide(params.id, params.proposal, body.accept, caller.userId));
}
