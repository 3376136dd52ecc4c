import { getUserSettings, saveUserSettings } from '@stowage/contract/user-settings';
import type { FastifyInstance } from 'fastify';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { route } from '../../platform/http/route.ts';
import { readSettings, writeSettings } from './user-settings.repository.ts';

const own = { permission: 'account.own' } as const;

/** Everybody has settings of their own, and nobody reaches another's. */
export function userSettingsRoutes(app: FastifyInstance, { db }: { db: DatabasePool }): void {
  route(app, getUserSettings, own, async (_, { caller }) => ({ settings: await readSettings(db, caller.userId) }));
  route(app, saveUserSettings, own, async ({ body }, { caller }) => {
    await writeSettings(db, caller.userId, body.settings);
    return { success: true };
  });
}
