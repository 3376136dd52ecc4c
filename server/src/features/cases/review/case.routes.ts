import * as detail from '@stowage/contract/cases/case-detail';
import * as contract from '@stowage/contract/cases/cases';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { numberedPages } from '../../../platform/formats/numbered-pages.ts';
import { type Caller, requireCosts, visibleSort } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { listActiveUsers } from '../../identity/index.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { decideProposal } from '../claims/decide-proposal.ts';
import { renewCaseCode } from '../photos/upload-code.ts';
import { changeCase, moveTo, requireCase } from './case-change.ts';
import { caseCsv } from './case-csv.ts';
import { findCase } from './case-detail.read-model.ts';
import { countAtRisk, listCases, listFirstCases } from './case-list.read-model.ts';
import { createCase } from './create-case.ts';
import { saveMarketplaceData } from './marketplace-data.ts';
import { saveClaim } from './save-claim.ts';

const read = { permission: 'cases.read' } as const;
const write = { permission: 'cases.write' } as const;

interface Dependencies extends CaseDependencies {
  readonly marketplaces: MarketplaceSource;
}

export function caseRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, addresses } = deps;
  const seesCosts = ({ roles }: Caller) => isPermitted(roles, 'costs.read');
  const get = async (id: number, caller: Caller) => requireCase(await findCase(db, id, { addresses, now: clock.now(), seesCosts: seesCosts(caller) }));

  route(app, detail.qrCreateCase, write, async ({ body: { data: row, ...body } }, { caller }) =>
    Array.of(await createCase(deps, { ...body, clientId: body.clientId, row, actorId: caller.userId })),
  );

  route(app, contract.listQrCases, read, ({ query }) => listFirstCases(db, query.page));
  route(app, contract.casesPage, read, async ({ query }, { caller }) => {
    const now = clock.now();
    const sort = visibleSort(caller, query.sort, 'expected');
    const [{ data, totalCount }, atRisk] = await Promise.all([listCases(db, { ...query, sort, now }), countAtRisk(db, now)]);
    return { data, ...numberedPages(totalCount, { size: contract.CASES_PAGE_SIZE, page: query.page }), atRisk };
  });
  route(app, contract.exportCases, read, async ({ query }, { caller }) => {
    const sort = visibleSort(caller, query.sort, 'expected');
    return caseCsv(db, { ...query, sort, now: clock.now() }, seesCosts(caller));
  });
  route(app, detail.listCasePeople, read, () => listActiveUsers(db));
  route(app, detail.getQrCase, read, ({ params }, { caller }) => get(params.id, caller));

  route(app, detail.saveAmazonData, write, async ({ params: { id }, body: { was, ...entered } }, { caller }) => {
    await saveMarketplaceData(deps, id, { entered, was }, caller.userId);
    return get(id, caller);
  });
  route(app, detail.setCaseStatus, write, async ({ params: { id }, body: { status, reason } }, { caller }) => {
    const author = { actorId: caller.userId, now: clock.now() };
    await changeCase(deps, { caseId: id, change: 'STATUS' }, (tx, locked) => moveTo(tx, locked, { status, reason, ...author }));
    return get(id, caller);
  });
  route(app, detail.saveClaim, write, async ({ params: { id }, body }, { caller }) => {
    if (body.expectedAmount !== undefined) requireCosts(caller, 'The expected amount of a claim');
    await saveClaim(deps, id, body, caller.userId);
    return get(id, caller);
  });
  route(app, detail.mintUploadCode, write, async ({ params, body }, { caller }) =>
    renewCaseCode(deps, await get(params.id, caller), body.missingOnly, caller.userId),
  );
  route(app, detail.decideProposal, write, async ({ params: { id, proposal }, body }, { caller }) => {
    await decideProposal(deps, { caseId: id, proposalId: proposal, isAccepted: body.accept, actorId: caller.userId });
    return get(id, caller);
  });
}
