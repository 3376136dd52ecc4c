import { parseArgs } from 'node:util';
import type { Role } from '@stowage/contract/permissions';
import type { AppContext } from './app-context.ts';
import { exportAudit, verifyAudit } from './commands/audit.ts';
import { encryptFiles } from './commands/encrypt-files.ts';
import { runMigrate } from './commands/migrate.ts';
import { runUpgradePostgres } from './commands/upgrade-postgres.ts';
import { createUserService, sendSessionEnd, type UserService } from './features/identity/index.ts';
import { actingAs } from './platform/audit/actor.ts';
import { readConfig } from './platform/config.ts';
import { requireCluster } from './platform/database/embedded/cluster.ts';
import { dataRoot } from './platform/database/embedded/data-root.ts';
import { createLogger } from './platform/logger.ts';
import { runProcess } from './run-process.ts';
import { startPlatform } from './start-platform.ts';

const USAGE = `stowage: looks after a Stowage installation; works while it runs and while it does not

  stowage user list
  stowage user add <e-mail> [--role admin|user] [--name "Full Name"] [--password …]
  stowage user reset <e-mail> [--password …]      a new password; signs the person out everywhere
  stowage audit verify                            checks the hash chain; names the first entry that was changed
  stowage audit export [--from 2026-01-31] [--to 2026-02-28]   the audit log of these days (UTC) as JSON lines, newest first
  stowage migrate [--check]                       applies pending migrations; --check only reports them, with exit code 1
  stowage upgrade-postgres [--programs FOLDER]    copies the embedded database to this version's PostgreSQL, and keeps the old one
  stowage files encrypt                           encrypts stored files, once no version that can't read them runs

Without --password one is made up and printed.`;

const ROLES: Record<string, Role> = { admin: 'ROLE_ADMIN', user: 'ROLE_USER' };

/** The command line. Exit code 0: done; 1: refused, failed, or a broken chain; 2: the words are off. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      name: { type: 'string' },
      password: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      check: { type: 'boolean' },
      programs: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (positionals.join(' ') === 'migrate' && !values.help) return runMigrate(values.check === true);
  if (positionals.join(' ') === 'upgrade-postgres' && !values.help) return runUpgradePostgres(values.programs);
  const command = commandFor(positionals, values);
  if (command === undefined || values.help) {
    console.error(USAGE);
    return values.help ? 0 : 2;
  }
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) requireCluster(dataRoot(config).folder);
  const platform = await startPlatform({ config, logger: createLogger('error'), purpose: 'visit', say: () => {} });
  try {
    return await actingAs({ userId: null, requestId: 'command-line' }, () => command(platform.context));
  } finally {
    await platform.close();
  }
}

type Values = { from?: string | undefined; to?: string | undefined; role?: string | undefined; name?: string | undefined; password?: string | undefined };

/** @returns the exit code */
type Command = (context: AppContext) => Promise<number>;

function commandFor([subject, verb, argument, ...rest]: string[], values: Values): Command | undefined {
  if (rest.length > 0) return undefined;
  if (subject === 'user') return asUsers(userCommandFor(verb, argument, values));
  if (argument !== undefined) return undefined;
  if (subject === 'audit' && verb === 'verify') return (context) => verifyAudit(context, console.log);
  if (subject === 'audit' && verb === 'export') return (context) => exportAudit(context, { from: values.from, to: values.to }, process.stdout);
  if (subject === 'files' && verb === 'encrypt') return (context) => encryptFiles(context, console.log);
  return undefined;
}

function asUsers(command: ((users: UserService) => Promise<void>) | undefined): Command | undefined {
  if (command === undefined) return undefined;
  return async ({ db, bus, clock, firstPassword }) => {
    await command(createUserService({ db, clock, firstPassword, onSessionEnd: (sessionId) => sendSessionEnd(bus, sessionId) }));
    return 0;
  };
}

function userCommandFor(verb: string | undefined, email: string | undefined, values: Values): ((users: UserService) => Promise<void>) | undefined {
  const { name, password } = values;
  const role = ROLES[values.role ?? 'user'];
  if (verb === 'list' && email === undefined) return printUsers;
  if (email === undefined || role === undefined) return undefined;
  if (verb === 'add') {
    return async (users) => {
      const chosen = await users.addUser({ email, role, ...(name !== undefined && { name }), ...(password !== undefined && { password }) });
      console.log(`${email} can sign in${password === undefined ? ` with the password ${chosen}` : ''}`);
    };
  }
  if (verb === 'reset') {
    return async (users) => {
      const chosen = await users.resetPassword(email, password);
      console.log(`${email} has a new password${password === undefined ? `: ${chosen}` : ''}`);
    };
  }
  return undefined;
}

async function printUsers(users: UserService): Promise<void> {
  for (const user of await users.listUsers()) {
    const state = user.deactivatedAt !== null ? 'deactivated' : user.passwordHash === null ? 'no sign-in' : 'active';
    console.log([user.email, user.name, user.roles.join(','), state].join('\t'));
  }
}

runProcess(main);
