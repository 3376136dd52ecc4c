import { isPermitted } from '@stowage/contract/permissions';
import * as contract from '@stowage/contract/purchasing/order-drafts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { requireCosts } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { requireOrderId } from '../purchase-orders/purchase-order.repository.ts';
import { findSending, listDrafts } from './draft.read-model.ts';
import { type DraftService, readDraft } from './draft.service.ts';
import { listOrderable } from './orderable.read-model.ts';
import { requireOrderable, requireProductOfCode } from './orderable.service.ts';
import type { SendDraftService } from './send-draft.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly drafts: DraftService;
  readonly sendings: SendDraftService;
}

const read = { permission: 'purchasing.read' } as const;
const manage = { permission: 'purchasing.manage' } as const;

export function draftRoutes(app: FastifyInstance, { db, drafts, sendings }: Dependencies): void {
  route(app, contract.listDrafts, read, async () => ({ drafts: await listDrafts(db) }));
  route(app, contract.findOrderable, read, async ({ query: { vendor, product_id, code } }) => {
    if (product_id === undefined && code === undefined) throw new AppError('invalid_input', 'Name a product or a code');
    const productId = product_id ?? (await requireProductOfCode(db, code ?? ''));
    return requireOrderable(await listOrderable(db, vendor, [productId]), productId);
  });
  route(app, contract.getDraft, read, ({ params }) => readDraft(db, params.id));
  route(app, contract.createDraft, manage, async ({ body: { client_id: clientId, ...content } }, { caller }) => ({
    id: await drafts.create(content, { clientId, actorId: caller.userId }),
  }));
  route(app, contract.copyOrder, manage, ({ body }, { caller }) => drafts.copy(body.poNumber, { clientId: body.client_id, actorId: caller.userId }));
  route(app, contract.saveDraft, manage, async ({ params, body: { version, ...content } }, { caller }) => ({
    version: await drafts.save(params.id, content, { version, actorId: caller.userId }),
  }));
  route(app, contract.deleteDraft, manage, ({ params, query }) => success(drafts.remove(params.id, query.version)));
  sendRoutes(app, { db, sendings });
}

function sendRoutes(app: FastifyInstance, { db, sendings }: Pick<Dependencies, 'db' | 'sendings'>): void {
  route(app, contract.draftMail, read, ({ params }, { caller }) => sendings.readMail(params.id, isPermitted(caller.roles, 'costs.read')));
  route(app, contract.draftPdf, read, async ({ params }, { caller }) => {
    const file = await sendings.pdf(params.id);
    requireCosts(caller, 'The purchase order');
    return file;
  });
  route(app, contract.sendDraft, manage, async ({ params, body: { client_id: clientId, ...sending } }, { caller }) => ({
    po_number: await sendings.send(params.id, { ...sending, clientId, actorId: caller.userId }),
  }));
  route(app, contract.getOrderSending, read, async ({ query }) => ({ sending: await findSending(db, await requireOrderId(db, query.poNumber)) }));
  route(app, contract.retryOrderMail, manage, ({ params }) => success(sendings.retry(params.id)));
}
