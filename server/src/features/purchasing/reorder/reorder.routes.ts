import { utcDay } from '@stowage/contract/formats/day';
import { isPermitted } from '@stowage/contract/permissions';
import * as contract from '@stowage/contract/purchasing/reorder';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { numberedPages } from '../../../platform/formats/numbered-pages.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { visibleSort } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { countProposals, findCalculatedAt, listProposals, listVendorSums } from './proposal.read-model.ts';
import { readSettings } from './reorder.repository.ts';
import type { ReorderService } from './reorder.service.ts';
import { reorderCsv } from './reorder-csv.ts';
import { countFbaDays } from './reorder-facts.read-model.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly reorder: ReorderService;
}

const read = { permission: 'purchasing.read' } as const;
const manage = { permission: 'purchasing.manage' } as const;

export function reorderRoutes(app: FastifyInstance, { db, clock, reorder }: Dependencies): void {
  route(app, contract.reorderPage, read, async ({ query: { page, sort: wanted, descending, ...filter } }, { caller }) => {
    const sort = visibleSort(caller, wanted, 'amount') ?? 'short_days';
    const data = await listProposals(db, filter, { sort, descending }, page);
    const totalCount = await countProposals(db, filter);
    const calculated = await findCalculatedAt(db);
    const fba_days = await countFbaDays(db, utcDay(clock.now()));
    const pages = numberedPages(totalCount, { size: contract.REORDER_PAGE_SIZE, page });
    return { data, ...pages, calculated_at: calculated && utcText(calculated), fba_days };
  });
  route(app, contract.exportReorder, read, async ({ query: { sort, descending, ...filter } }, { caller }) =>
    reorderCsv(
      await listProposals(db, filter, { sort: visibleSort(caller, sort, 'amount') ?? 'short_days', descending }),
      isPermitted(caller.roles, 'costs.read'),
    ),
  );
  route(app, contract.reorderVendors, read, async () => ({ vendors: await listVendorSums(db) }));
  route(app, contract.calculateReorder, manage, () => success(reorder.calculate()));
  route(app, contract.orderProposals, manage, async ({ body: { client_id: clientId, product_ids: productIds, vendor } }, { caller }) => ({
    drafts: await reorder.order({ clientId, productIds, vendor, actorId: caller.userId }),
  }));
  route(app, contract.getReorderSettings, read, () => readSettings(db));
  route(app, contract.saveReorderSettings, manage, ({ body }) => success(reorder.saveSettings(body)));
}
