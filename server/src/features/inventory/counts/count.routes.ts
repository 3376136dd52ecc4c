import * as entry from '@stowage/contract/inventory/count-entry';
import * as review from '@stowage/contract/inventory/count-review';
import * as contract from '@stowage/contract/inventory/counts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { numberedPages } from '../../../platform/formats/numbered-pages.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { listActiveUsers } from '../../identity/index.ts';
import { stockWorkerOf } from '../stock-worker.rules.ts';
import { hidesBooked } from './count.rules.ts';
import type { CountService } from './count.service.ts';
import { countCsv } from './count-csv.ts';
import type { CountEntryService } from './count-entry.service.ts';
import { listCountRows, readAllCounts, summarizeCounts } from './count-list.read-model.ts';
import { findCountSession, listLineRows } from './count-page.read-model.ts';
import type { PostingService } from './posting/posting.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly counts: CountService;
  readonly entries: CountEntryService;
  readonly postings: PostingService;
}

const read = { permission: 'stock.read' } as const;
const write = { permission: 'stock.write' } as const;

export function countRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  listRoutes(app, dependencies);
  entryRoutes(app, dependencies);
  reviewRoutes(app, dependencies);
}

function listRoutes(app: FastifyInstance, { db, clock }: Dependencies): void {
  const getSession = async (id: number) => {
    const session = await findCountSession(db, id, clock.now());
    if (session === undefined) throw new AppError('not_found', `There is no count ${id}`);
    return session;
  };

  route(app, contract.exportCounts, read, async ({ query: { accuracy, ...filter } }) => {
    return countCsv(readAllCounts(db, { ...filter, ...(accuracy && { accuracyAt: clock.now() }) }));
  });
  route(app, contract.listCounts, read, async ({ query: { page, accuracy, ...filter } }) => {
    const { data, totalCount } = await listCountRows(db, { ...filter, ...(accuracy && { accuracyAt: clock.now() }) }, page);
    return { data, ...numberedPages(totalCount, { size: contract.COUNTS_PAGE_SIZE, page }), ...(await summarizeCounts(db, clock.now())) };
  });
  route(app, contract.listCounters, read, () => listActiveUsers(db));
  route(app, contract.getCount, read, ({ params }) => getSession(params.id));

  route(app, review.listCountLines, read, async ({ params, query: { list, page } }) => {
    const { id, round, state, is_blind } = await getSession(params.id);
    const isHidden = hidesBooked({ state, isBlind: is_blind });
    // The list of differences would reveal the booked quantities.
    const isEmpty = isHidden && list === 'differences';
    const { data, totalCount } = isEmpty ? { data: [], totalCount: 0 } : await listLineRows(db, { id, round, isHidden }, list, page);
    return { data, ...numberedPages(totalCount, { size: review.COUNT_LINES_PAGE_SIZE, page }) };
  });
}

function entryRoutes(app: FastifyInstance, { counts, entries }: Dependencies): void {
  route(app, contract.startCount, write, async ({ body }, { caller }) => ({
    id: await counts.start({ ...body, assigneeId: body.assigneeId ?? null, dueOn: body.dueOn ?? null, actorId: caller.userId }),
  }));
  route(app, contract.cancelCount, write, ({ params }, { caller }) => success(counts.cancel(params.id, stockWorkerOf(caller))));
  route(app, entry.claimCount, write, ({ params, body }, { caller }) => success(entries.claim(params.id, stockWorkerOf(caller), body.deviceId)));
  route(app, entry.renewCountHold, write, ({ params, body }, { caller }) => success(entries.renewHold(params.id, stockWorkerOf(caller), body.deviceId)));
  route(app, entry.releaseCount, write, ({ params, body }, { caller }) => success(entries.release(params.id, stockWorkerOf(caller), body.force)));
  route(app, entry.countUnit, write, ({ params, body: { productId: code, locationId: location, ...scan } }, { caller }) =>
    entries.scan(params.id, stockWorkerOf(caller), { code, location, ...scan }),
  );
  route(app, entry.enterCounted, write, ({ params, body }, { caller }) =>
    entries.enter(params.id, stockWorkerOf(caller), { lineId: params.line, counted: body.counted, clientEntryId: body.clientEntryId }),
  );
  route(app, entry.submitCount, write, ({ params, body }, { caller }) => success(entries.submit(params.id, stockWorkerOf(caller), body.isRestMissing)));
}

function reviewRoutes(app: FastifyInstance, { counts, postings }: Dependencies): void {
  route(app, review.recountDifferences, write, ({ params, body }) => success(counts.recount(params.id, body.assigneeId ?? null)));
  route(app, review.reviewCount, write, ({ params }) => success(counts.startReview(params.id)));
  route(app, review.setLineCause, write, ({ params, body: { rootCause, fromLocation } }) =>
    success(counts.setCause(params.id, params.line, { rootCause, fromLocation: fromLocation ?? null })),
  );
  route(app, review.setRemainingCauses, write, async ({ params, body }) => ({
    success: true,
    lines: await counts.setRemainingCauses(params.id, body.rootCause),
  }));
  route(app, review.acceptDifference, write, ({ params, body }) => success(counts.acceptDifference(params.id, params.line, body.expectedOnHand)));
  route(app, review.postCount, write, ({ params }, { caller }) => success(postings.post(params.id, stockWorkerOf(caller))));
}
