import * as contract from '@stowage/contract/identity/list-views';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { ListViews } from './list-view.service.ts';

/** Each list needs its own permission too. */
const own = { permission: 'account.own' } as const;

export function listViewRoutes(app: FastifyInstance, views: ListViews): void {
  route(app, contract.listViews, own, async ({ query }, { caller }) => ({ views: await views.list(caller, query.list) }));
  route(app, contract.createListView, own, async ({ body }, { caller }) => ({ view: await views.create(caller, body) }));
  route(app, contract.changeListView, own, async ({ params, body }, { caller }) => ({ view: await views.change(caller, params.id, body) }));
  route(app, contract.deleteListView, own, async ({ params }, { caller }) => {
    await views.remove(caller, params.id);
    return { success: true };
  });
}
