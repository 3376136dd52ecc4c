import type { NotificationTab } from '@stowage/contract/notifications/notification-tabs';
import * as contract from '@stowage/contract/notifications/notifications';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { route } from '../../platform/http/route.ts';
import { countUnread, listNotifications, markRead, readChannels, snooze, writeChannel } from './notification.repository.ts';

const own = { permission: 'account.own' } as const;
const KINDS = Object.keys(contract.NOTIFICATION_KINDS) as contract.NotificationKind[];

/** Everybody has notifications of their own, and nobody reaches another's. */
export function notificationRoutes(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  route(app, contract.listNotifications, own, async ({ query: { tab, before } }, { caller }) => {
    const kinds = kindsOf(tab, caller.roles);
    const page = await listNotifications(db, { userId: caller.userId, kinds, before, limit: contract.NOTIFICATIONS_PAGE_SIZE });
    return { ...page, hasUnread: (await countUnread(db, caller.userId, kinds)) > 0 };
  });

  route(app, contract.countUnread, own, async (_, { caller }) => ({ unread: await countUnread(db, caller.userId, openKinds(caller.roles)) }));

  route(app, contract.markRead, own, async ({ body: { ids, tab, upTo } }, { caller }) => {
    const which = ids === undefined ? { kinds: kindsOf(tab, caller.roles), upTo } : { ids };
    await db.transaction().execute((tx) => markRead(tx, caller.userId, which));
    return { success: true };
  });

  route(app, contract.snoozeNotification, own, async ({ params, body }, { caller }) => {
    const until = new Date(body.until);
    const isThere = await db.transaction().execute((tx) => snooze(tx, { userId: caller.userId, id: params.id, until }));
    if (!isThere) throw new AppError('not_found', 'There is no such notification');
    return { success: true };
  });

  route(app, contract.listChannels, own, async (_, { caller }) => {
    const chosen = await readChannels(db, caller.userId);
    return openKinds(caller.roles).map((kind) => ({ kind, ...(chosen.get(kind) ?? { inApp: true, email: contract.NOTIFICATION_KINDS[kind].email }) }));
  });

  route(app, contract.saveChannel, own, async ({ body }, { caller }) => {
    if (!openKinds(caller.roles).includes(body.kind)) throw new AppError('forbidden', 'You may not hear of this');
    await writeChannel(db, caller.userId, body);
    return { success: true };
  });
}

function kindsOf(tab: NotificationTab, roles: readonly string[]): contract.NotificationKind[] {
  return openKinds(roles).filter((kind) => tab === 'ALL' || contract.NOTIFICATION_KINDS[kind].tab === tab);
}

/** What somebody may be told of: who lost a role reads no more of what they may not open. */
function openKinds(roles: readonly string[]): contract.NotificationKind[] {
  return KINDS.filter((kind) => isPermitted(roles, contract.NOTIFICATION_KINDS[kind].permission));
}
