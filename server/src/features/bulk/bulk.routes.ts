import type { BulkKind } from '@stowage/contract/bulk/bulk';
import * as contract from '@stowage/contract/bulk/bulk';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { notPermitted } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { numberedPages } from '../../platform/formats/numbered-pages.ts';
import { type Caller, requirePermitted } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { countRows, findBulk, listBulk, listRows } from './bulk.read-model.ts';
import { type BulkService, notFound } from './bulk.service.ts';
import type { BulkAction } from './bulk-action.ts';
import { bulkCsv } from './bulk-csv.ts';

interface Dependencies {
  readonly db: Database;
  readonly actions: readonly BulkAction[];
  readonly service: BulkService;
}

/** Reading, stopping and undoing an action needs its own permission, which the handler checks. */
const own = { permission: 'account.own' } as const;

/** What all calls of `bulkCommand()` have in common. */
type Start = ReturnType<typeof contract.bulkCommand<BulkKind, z.ZodType<string | number>, z.ZodUnknown, z.ZodUnknown>>;

export function bulkRoutes(app: FastifyInstance, { db, actions, service }: Dependencies): void {
  const get = async (id: number) => {
    const bulk = await findBulk(db, id);
    if (bulk === undefined) throw notFound();
    return bulk;
  };
  const getFor = async (id: number, { roles }: Caller) => {
    const bulk = await get(id);
    const action = actions.find(({ endpoint }) => endpoint.kind === bulk.kind);
    if (action === undefined) throw notPermitted();
    requirePermitted(roles, action.permission);
    return bulk;
  };

  for (const action of actions) {
    route(app, action.endpoint as Start, action, async ({ body }, { caller }) => get(await service.start(action, body, caller.userId)));
  }
  route(app, contract.listBulkActions, own, async ({ query: { page } }, { caller }) => {
    const size = contract.BULK_PAGE_SIZE;
    const { data, totalCount } = await listBulk(db, caller.userId, { offset: page * size, limit: size });
    return { data, ...numberedPages(totalCount, { size, page }) };
  });
  route(app, contract.getBulkAction, own, ({ params }, { caller }) => getFor(params.id, caller));
  route(app, contract.listBulkRows, own, async ({ params: { id }, query: { page, outcome } }, { caller }) => {
    await getFor(id, caller);
    const size = contract.BULK_ROWS_PAGE_SIZE;
    const [data, totalCount] = await Promise.all([listRows(db, id, { outcome, offset: page * size, limit: size }), countRows(db, id, outcome)]);
    return { data, ...numberedPages(totalCount, { size, page }) };
  });
  route(app, contract.exportBulkRows, own, async ({ params: { id }, query: { outcome } }, { caller }) => {
    const { kind } = await getFor(id, caller);
    return bulkCsv(db, { id, kind, outcome });
  });
  route(app, contract.stopBulkAction, own, async ({ params: { id } }, { caller }) => {
    await getFor(id, caller);
    await service.stop(id);
    return get(id);
  });
  route(app, contract.undoBulkAction, own, async ({ params: { id } }, { caller }) => {
    const { kind } = await getFor(id, caller);
    const others = actions.find(({ endpoint }) => endpoint.kind === kind)?.undoOthers;
    return get(await service.undo(id, { userId: caller.userId, mayUndoOthers: others === undefined || isPermitted(caller.roles, others) }));
  });
}
