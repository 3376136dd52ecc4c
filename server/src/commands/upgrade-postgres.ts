import { readConfig } from '../config/config.ts';
import { findDataRoot } from '../platform/database/embedded/data-root.ts';
import { upgradePostgres } from '../platform/database/embedded/upgrade/upgrade-postgres.ts';

/** `stowage upgrade-postgres [--programs FOLDER]`: brings the embedded database to the PostgreSQL of this version. */
export async function runUpgradePostgres(programs: string | undefined): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) throw new Error('DATABASE_URL names an external PostgreSQL, which its own tools upgrade');
  const { folder } = findDataRoot(config);
  const before = await upgradePostgres({ folder, programs, say: console.log });
  console.log(
    before === undefined
      ? 'The database is of the PostgreSQL of this version already.'
      : `Done. Start Stowage. The old database stays in ${folder}/postgres-${before}: delete it once you need no way back.`,
  );
  return 0;
}
