import { getUserSettings, saveUserSettings } from '@stowage/contract/identity/user-settings';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { readCompany } from './company.repository.ts';
import { readSettings, writeSettings } from './user-settings.repository.ts';

const own = { permission: 'account.own' } as const;

interface Dependencies {
  readonly db: DatabasePool;
  readonly isLocation: (code: string) => Promise<boolean>;
}

export function userSettingsRoutes(app: FastifyInstance, { db, isLocation }: Dependencies): void {
  route(app, getUserSettings, own, async (_, { caller }) => {
    const [settings, company] = await Promise.all([readSettings(db, caller.userId), readCompany(db)]);
    return { settings, companyTimeZone: company?.timeZone ?? null };
  });
  route(app, saveUserSettings, own, async ({ body }, { caller }) => {
    const location = body.settings.preferences?.location;
    if (location && !(await isLocation(location))) throw new AppError('invalid_input', `There is no location ${location}`, { reason: 'unknown_location' });
    await writeSettings(db, caller.userId, body.settings);
    return { success: true };
  });
}
