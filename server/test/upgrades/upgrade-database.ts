import { upgradePostgres } from '../../src/platform/database/embedded/upgrade/upgrade-postgres.ts';

/** Upgrades the PostgreSQL of the given folder, and kills its own process when it says a line that begins with the last argument. */
const [folder = '', programs, fatal = ''] = process.argv.slice(2);
await upgradePostgres({
  folder,
  programs,
  say: (line) => {
    if (line.startsWith(fatal)) process.kill(process.pid, 'SIGKILL');
  },
});
process.exit(0);
