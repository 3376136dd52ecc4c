import * as contract from '@stowage/contract/purchasing/purchase-order-upload';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { SavedFile } from './save-orders.service.ts';
import type { PoUploadService } from './upload.service.ts';

const manage = { permission: 'purchasing.manage' } as const;

export function poUploadRoutes(app: FastifyInstance, { uploads, topics }: { uploads: PoUploadService; topics: Topics }): void {
  const publish = (saved: SavedFile): SavedFile => {
    topics.publish(receivingTopic, { poNumber: '', packingListId: null, change: 'UPLOADED' });
    return saved;
  };

  route(app, contract.uploadPos, manage, async ({ body }, { caller }) => {
    publish(await uploads.upload(body.data, body.fileName || 'Without a name', caller.userId));
    return 1;
  });
  route(app, contract.createPoUpload, manage, async ({ body }, { caller }) => ({ id: await uploads.begin(body, caller.userId) }));
  route(app, contract.stagePoRows, manage, async ({ params, body }, { caller }) => {
    await uploads.stage(params.id, body, caller.userId);
    return { success: true };
  });
  route(app, contract.poUploadDiff, manage, ({ params, query }, { caller }) => uploads.diff(params.id, query.after, caller.userId));
  route(app, contract.applyPoUpload, manage, async ({ params, body }, { caller }) => publish(await uploads.apply(params.id, body.update, caller.userId)));
}
