import { isPermitted } from '@stowage/contract/permissions';
import * as contract from '@stowage/contract/price-lists/price-lists';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { numberedPages } from '../../platform/formats/numbered-pages.ts';
import { visibleSort } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { listAppliedUploads, listItems, listPriceHistory, searchItems } from './price-list.read-model.ts';
import type { PriceListService } from './price-list.service.ts';
import { priceListCsv } from './price-list-csv.ts';

const read = { permission: 'prices.read' } as const;
const write = { permission: 'prices.write' } as const;

export function priceListRoutes(app: FastifyInstance, { db, service }: { db: Database; service: PriceListService }): void {
  route(app, contract.listPriceLists, read, async ({ query: { page, size, search, sort, descending } }, { caller }) => {
    const wanted = { offset: page * size, limit: size, sort: visibleSort(caller, sort, 'cost'), descending };
    const { items: data, count: totalCount } = search === '' ? await listItems(db, wanted) : await searchItems(db, search, wanted);
    return { data, ...numberedPages(totalCount, { size, page }) };
  });

  route(app, contract.exportPriceLists, read, async ({ query: { search, sort, descending } }, { caller }) =>
    priceListCsv(db, search, { sort: visibleSort(caller, sort, 'cost'), descending, seesCosts: isPermitted(caller.roles, 'costs.read') }),
  );
  route(app, contract.priceHistory, read, async ({ params }) => {
    const history = await listPriceHistory(db, params.id);
    if (history === undefined) throw new AppError('not_found', 'There is no such item');
    return history;
  });

  route(app, contract.bulkUpdatePriceLists, write, ({ body }, { caller }) => service.bulkUpdate(body, caller.userId));
  route(app, contract.createUpload, write, async ({ body }, { caller }) => ({ id: await service.begin(body, caller.userId) }));
  route(app, contract.stageRows, write, async ({ params, body }, { caller }) => {
    await service.stage(params.id, body, caller.userId);
    return { success: true };
  });
  route(app, contract.compareUpload, write, ({ params }, { caller }) => service.compare(params.id, caller.userId));
  route(app, contract.uploadDiff, write, ({ params, query }, { caller }) => service.diff(params.id, query, caller.userId));
  route(app, contract.applyUpload, write, ({ params }, { caller }) => service.apply(params.id, caller.userId));
  route(app, contract.undoUpload, write, ({ params }, { caller }) => service.undo(params.id, caller.userId));
  route(app, contract.listUploads, read, () => listAppliedUploads(db));
  route(app, contract.exportRejected, write, ({ params }, { caller }) => service.exportRejected(params.id, caller.userId));
}
