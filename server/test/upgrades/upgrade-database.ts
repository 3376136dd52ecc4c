import { upgradePostgres } from '../../src/platform/database/embedded/upgrade/upgrade-postgres.ts';

/** Upgrades the PostgreSQL of the given folder, for a test that kills it. */
const [folder = '', programs] = process.argv.slice(2);
process.stdout.write('upgrading\n');
await upgradePostgres({ folder, programs, say: (line) => process.stdout.write(`${line}\n`) });
process.exit(0);
