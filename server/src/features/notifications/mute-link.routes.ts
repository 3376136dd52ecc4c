import * as contract from '@stowage/contract/notifications/mute-link';
import { NOTIFICATION_KINDS } from '@stowage/contract/notifications/notifications';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { actingAs } from '../../platform/audit/actor.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { publicRoute } from '../../platform/http/route.ts';
import { findMuteLink } from './mute-link.repository.ts';
import { readChannels, writeChannel } from './notification.repository.ts';

/** The unsubscribe link of a mail. It turns off mails of that kind, but not the notifications in Stowage. */
export function muteLinkRoutes(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  const find = async (token: string) => {
    const link = await findMuteLink(db, token);
    if (link === undefined || !(link.kind in NOTIFICATION_KINDS)) throw new AppError('not_found', 'This link does not work', { reason: 'unknown_link' });
    const [channel] = await readChannels(db, link.userId, [link.kind]);
    return { ...link, channel };
  };

  publicRoute(app, contract.readMuteLink, async ({ body }) => {
    const { kind, channel } = await find(body.token);
    return { label: NOTIFICATION_KINDS[kind].label, isMuted: channel?.email === 'NONE' };
  });

  publicRoute(app, contract.muteByLink, async ({ params }) => {
    const { userId, kind, channel } = await find(params.token);
    await actingAs({ userId, requestId: 'mute-link' }, () => writeChannel(db, userId, { kind, inApp: channel?.inApp ?? true, email: 'NONE' }));
    return { success: true };
  });
}
