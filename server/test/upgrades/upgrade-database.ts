import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { upgradePostgres } from '../../src/platform/database/embedded/upgrade/upgrade-postgres.ts';

/**
 * Upgrades the PostgreSQL of the given folder. When it says a line that begins with the last argument, it kills the new cluster and
 * its own process, as a loss of power would.
 */
const [folder = '', programs, fatal = ''] = process.argv.slice(2);
const running = path.join(folder, 'postgres-upgrade/postgres/data/postmaster.pid');
await upgradePostgres({
  folder,
  programs,
  say: (line) => {
    if (!line.startsWith(fatal)) return;
    if (existsSync(running)) process.kill(Number(readFileSync(running, 'utf8').split('\n')[0]), 'SIGKILL');
    process.kill(process.pid, 'SIGKILL');
  },
});
process.exit(0);
