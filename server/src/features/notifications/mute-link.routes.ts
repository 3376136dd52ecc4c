import * as contract from '@stowage/contract/notifications/mute-link';
import { NOTIFICATION_KINDS } from '@stowage/contract/notifications/notifications';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { actingAs } from '../../platform/audit/actor.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { publicRoute } from '../../platform/http/route.ts';
import { findMuted } from './mute-link.repository.ts';
import { channelOf, writeChannel } from './notification.repository.ts';

/** What the link of a mail does: it ends the mails of that kind. What is told in Stowage stays. */
export function muteLinkRoutes(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  const find = async (token: string) => {
    const muted = await findMuted(db, token);
    if (muted === undefined || !(muted.kind in NOTIFICATION_KINDS)) throw new AppError('not_found', 'This link does not work', { reason: 'unknown_link' });
    return { ...muted, channel: await channelOf(db, muted.userId, muted.kind) };
  };

  publicRoute(app, contract.readMuteLink, async ({ body }) => {
    const { kind, channel } = await find(body.token);
    return { label: NOTIFICATION_KINDS[kind].label, isMuted: channel.email === 'NONE' };
  });

  publicRoute(app, contract.muteByLink, async ({ params }) => {
    const { userId, channel } = await find(params.token);
    await actingAs({ userId, requestId: 'mute-link' }, () => writeChannel(db, userId, { ...channel, email: 'NONE' }));
    return { success: true };
  });
}
