import * as contract from '@stowage/contract/inventory/counts';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { listActiveUsers } from '../../identity/index.ts';
import { type Counter, isHidden } from './count.rules.ts';
import type { CountService } from './count.service.ts';
import type { CountEntryService } from './count-entry.service.ts';
import { listCountRows, summariseCounts } from './count-list.read-model.ts';
import { findCountSession, listLineRows } from './count-page.read-model.ts';
import type { PostingService } from './posting.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly counts: CountService;
  readonly entries: CountEntryService;
  readonly postings: PostingService;
}

const read = { permission: 'stock.read' } as const;
const write = { permission: 'stock.write' } as const;
const done = { success: true } as const;

export function countRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  readingRoutes(app, dependencies);
  countingRoutes(app, dependencies);
  reviewRoutes(app, dependencies);
}

function readingRoutes(app: FastifyInstance, { db, clock }: Dependencies): void {
  const getSession = async (id: number) => {
    const session = await findCountSession(db, id, clock.now());
    if (session === undefined) throw new AppError('not_found', `There is no count ${id}`);
    return session;
  };

  route(app, contract.listCounts, read, async ({ query: { page, accuracy, ...filter } }) => {
    const { data, totalCount } = await listCountRows(db, { ...filter, ...(accuracy && { accuracyAt: clock.now() }) }, page);
    return { data, totalCount, totalPages: Math.ceil(totalCount / contract.COUNTS_PAGE_SIZE), currentPage: page, ...(await summariseCounts(db, clock.now())) };
  });
  route(app, contract.listCounters, read, () => listActiveUsers(db));
  route(app, contract.getCount, read, ({ params }) => getSession(params.id));

  route(app, contract.listCountLines, read, async ({ params, query: { list, page } }) => {
    const { id, round, state, is_blind } = await getSession(params.id);
    const hidden = isHidden({ state, isBlind: is_blind });
    // Which lines differ says what is booked.
    const isKept = hidden && list === 'differences';
    const { data, totalCount } = isKept ? { data: [], totalCount: 0 } : await listLineRows(db, { id, round, isHidden: hidden }, list, page);
    return { data, totalCount, totalPages: Math.ceil(totalCount / contract.COUNT_LINES_PAGE_SIZE), currentPage: page };
  });
}

function countingRoutes(app: FastifyInstance, { counts, entries }: Dependencies): void {
  route(app, contract.startCount, write, async ({ body }, { caller }) => ({
    id: await counts.start({ ...body, assigneeId: body.assigneeId ?? null, dueOn: body.dueOn ?? null, actorId: caller.userId }),
  }));
  route(app, contract.claimCount, write, async ({ params, body }, { caller }) => {
    await counts.claim(params.id, counterOf(caller), body.deviceId);
    return done;
  });
  route(app, contract.keepCount, write, async ({ params, body }, { caller }) => {
    await counts.keep(params.id, counterOf(caller), body.deviceId);
    return done;
  });
  route(app, contract.releaseCount, write, async ({ params, body }, { caller }) => {
    await counts.release(params.id, counterOf(caller), body.force);
    return done;
  });
  route(app, contract.countUnit, write, ({ params, body }, { caller }) =>
    entries.scan(params.id, counterOf(caller), { code: body.productId, location: body.locationId, clientScanId: body.clientScanId }),
  );
  route(app, contract.enterCounted, write, ({ params, body }, { caller }) =>
    entries.enter(params.id, counterOf(caller), { lineId: params.line, counted: body.counted, clientEntryId: body.clientEntryId }),
  );
  route(app, contract.submitCount, write, async ({ params, body }, { caller }) => {
    await counts.submit(params.id, counterOf(caller), body.isRestMissing);
    return done;
  });
}

function reviewRoutes(app: FastifyInstance, { counts, postings }: Dependencies): void {
  route(app, contract.recountDifferences, write, async ({ params, body }) => {
    await counts.recount(params.id, body.assigneeId ?? null);
    return done;
  });
  route(app, contract.reviewCount, write, async ({ params }) => {
    await counts.review(params.id);
    return done;
  });
  route(app, contract.setLineCause, write, async ({ params, body }) => {
    await counts.explain(params.id, params.line, { rootCause: body.rootCause, fromLocation: body.fromLocation ?? null });
    return done;
  });
  route(app, contract.setRemainingCauses, write, async ({ params, body }) => ({ ...done, lines: await counts.setRemainingCauses(params.id, body.rootCause) }));
  route(app, contract.acceptDifference, write, async ({ params }) => {
    await counts.look(params.id, params.line);
    return done;
  });
  route(app, contract.postCount, write, async ({ params }, { caller }) => {
    await postings.post(params.id, counterOf(caller));
    return done;
  });
  route(app, contract.cancelCount, write, async ({ params }, { caller }) => {
    await counts.cancel(params.id, counterOf(caller));
    return done;
  });
}

function counterOf({ userId, roles }: Caller): Counter {
  return { userId, mayApprove: isPermitted(roles, 'stock.approve') };
}
