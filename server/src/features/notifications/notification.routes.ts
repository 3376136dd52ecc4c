import type { NotificationTab } from '@stowage/contract/notifications/notification-tabs';
import * as contract from '@stowage/contract/notifications/notifications';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { route } from '../../platform/http/route.ts';
import { success } from '../../platform/http/success.ts';
import { countUnread, listNotifications, markRead, readChannels, snooze, writeChannel } from './notification.repository.ts';

const own = { permission: 'account.own' } as const;
const KINDS = Object.keys(contract.NOTIFICATION_KINDS) as contract.NotificationKind[];

export function notificationRoutes(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  route(app, contract.listNotifications, own, async ({ query: { tab, before } }, { caller }) => {
    const kinds = kindsOf(tab, caller.roles);
    const page = await listNotifications(db, { userId: caller.userId, kinds, before, limit: contract.NOTIFICATIONS_PAGE_SIZE });
    return { ...page, hasUnread: (await countUnread(db, caller.userId, kinds)) > 0 };
  });

  route(app, contract.countUnread, own, async (_, { caller }) => ({ unread: await countUnread(db, caller.userId, permittedKinds(caller.roles)) }));

  route(app, contract.markRead, own, async ({ body: { ids, tab, upTo } }, { caller }) => {
    const which = ids === undefined ? { kinds: kindsOf(tab, caller.roles), upTo } : { ids };
    return success(db.transaction().execute((tx) => markRead(tx, caller.userId, which)));
  });

  route(app, contract.snoozeNotification, own, async ({ params, body }, { caller }) => {
    const until = new Date(body.until);
    const isThere = await db.transaction().execute((tx) => snooze(tx, { userId: caller.userId, id: params.id, until }));
    if (!isThere) throw new AppError('not_found', 'There is no such notification');
    return { success: true };
  });

  route(app, contract.listChannels, own, (_, { caller }) => readChannels(db, caller.userId, permittedKinds(caller.roles)));

  route(app, contract.saveChannel, own, async ({ body }, { caller }) => {
    if (!permittedKinds(caller.roles).includes(body.kind)) throw new AppError('forbidden', 'You do not have permission to receive these notifications');
    return success(writeChannel(db, caller.userId, body));
  });
}

function kindsOf(tab: NotificationTab, roles: readonly string[]): contract.NotificationKind[] {
  return permittedKinds(roles).filter((kind) => tab === 'ALL' || contract.NOTIFICATION_KINDS[kind].tab === tab);
}

/** The kinds that the current roles permit. A person who lost a role no longer sees its notifications. */
function permittedKinds(roles: readonly string[]): contract.NotificationKind[] {
  return KINDS.filter((kind) => isPermitted(roles, contract.NOTIFICATION_KINDS[kind].permission));
}
