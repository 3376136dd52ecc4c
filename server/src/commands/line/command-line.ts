import { parseArgs } from 'node:util';
import { messageOf } from '@stowage/contract/errors';
import { VERSION } from '@stowage/contract/version';
import { type Command, type Given, UsageError } from './command.ts';

const COMMANDS: readonly Command[] = [
  { words: 'start', about: 'serves, with jobs, until it is stopped', run: () => ownProcess(import('../../main.ts')) },
  { words: 'worker', about: 'runs jobs only, next to web processes on an external PostgreSQL', run: () => ownProcess(import('../../worker.ts')) },
  {
    words: 'doctor',
    usage: '[--json] [--bundle FILE.zip] [--log FILE|-]',
    about: 'checks the installation; --bundle writes a file for support, with the end of this log',
    options: { json: { type: 'boolean' }, bundle: { type: 'string' }, log: { type: 'string' } },
    run: async (given) => (await import('../doctor.ts')).doctor(given),
  },
  {
    words: 'backup keys',
    usage: '--to FILE',
    about: 'writes the keys of this installation to a file that the passphrase opens',
    options: { to: { type: 'string' } },
    requires: ['to'],
    run: async (given) => (await import('../backup.ts')).backUpKeys(given),
  },
  {
    words: 'backup',
    about: 'backs up the database and the files to STOWAGE_BACKUP_TARGET, while Stowage runs',
    run: async () => (await import('../backup.ts')).backUp(),
  },
  {
    words: 'restore',
    usage: '--keys FILE [--from TARGET] [--to FOLDER] [--at 2026-11-23T10:00:00Z] [--backup ID] [--accept-gap] [--accept-lost-files]',
    about: 'restores into an empty folder',
    options: {
      ...{ keys: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' }, at: { type: 'string' }, backup: { type: 'string' } },
      'accept-gap': { type: 'boolean' },
      'accept-lost-files': { type: 'boolean' },
    },
    run: async (given) => (await import('../restore.ts')).restoreBackup(given),
  },
  {
    words: 'verify-backup',
    usage: '[--keys FILE] [--from TARGET] [--to FOLDER] [--backup ID] [--drill]',
    about: 'checks a backup; --drill restores it for a while',
    options: { keys: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' }, backup: { type: 'string' }, drill: { type: 'boolean' } },
    run: async (given) => (await import('../verify-backup.ts')).verifyBackup(given),
  },
  {
    words: 'migrate',
    usage: '[--check]',
    about: 'applies pending migrations; --check only reports them, with exit code 1',
    options: { check: { type: 'boolean' } },
    run: async ({ isSet }) => (await import('../migrate.ts')).runMigrate(isSet('check')),
  },
  {
    words: 'upgrade-postgres',
    usage: '[--programs FOLDER]',
    about: "copies the embedded database to this version's PostgreSQL, and keeps the old one",
    options: { programs: { type: 'string' } },
    run: async ({ text }) => (await import('../upgrade-postgres.ts')).runUpgradePostgres(text('programs')),
  },
  {
    words: 'demo remove',
    about: 'removes the demo data and all that was made in it; accounts, settings and locations stay',
    run: async () => (await import('../remove-demo.ts')).removeDemoData(),
  },
  { words: 'user list', about: 'lists the people', run: async () => (await import('../users.ts')).listUsers() },
  {
    words: 'user add',
    usage: '<e-mail> [--role admin|user] [--name "Full Name"] [--password …]',
    about: 'adds a person; without --password one is made up and printed',
    takes: 1,
    options: { role: { type: 'string' }, name: { type: 'string' }, password: { type: 'string' } },
    run: async (given) => (await import('../users.ts')).addUser(given),
  },
  {
    words: 'user reset',
    usage: '<e-mail> [--password …]',
    about: 'sets a new password; signs the person out everywhere',
    takes: 1,
    options: { password: { type: 'string' } },
    run: async (given) => (await import('../users.ts')).resetUser(given),
  },
  {
    words: 'audit verify',
    about: 'checks the hash chain of the audit log and the seals of the stock ledger; names the first change',
    run: async () => (await import('../audit.ts')).verify(),
  },
  {
    words: 'audit export',
    usage: '[--from 2026-01-31] [--to 2026-02-28]',
    about: 'writes the audit log of these days (UTC) as JSON lines, newest first',
    options: { from: { type: 'string' }, to: { type: 'string' } },
    run: async (given) => (await import('../audit.ts')).exportDays(given),
  },
  {
    words: 'archive list',
    about: 'lists the partitions of the audit log and the ledger that were moved to files',
    run: async () => (await import('../archive.ts')).listArchivedPartitions(),
  },
  {
    words: 'archive attach',
    usage: '<file>',
    about: 'loads an archived partition into the database again, while Stowage runs',
    takes: 1,
    run: async ({ first }) => (await import('../archive.ts')).attachArchivedPartition(first),
  },
  {
    words: 'archive',
    usage: '--before 2024-01-01 [--to FOLDER] [--dry-run]',
    about: 'moves the audit entries and movements of older partitions to files, while Stowage runs; continues where it was stopped',
    options: { before: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    requires: ['before'],
    run: async (given) => (await import('../archive.ts')).archiveOldPartitions(given),
  },
  {
    words: 'keys rotate',
    about: 'exchanges the keys of secrets, files and sign-ins while Stowage runs; continues where it was stopped',
    run: async () => (await import('../rotate-keys.ts')).rotateStoredKeys(),
  },
  {
    words: 'files encrypt',
    about: "encrypts stored files, once no version that can't read them runs",
    run: async () => (await import('../encrypt-files.ts')).encryptStoredFiles(),
  },
  {
    words: 'files move',
    usage: '--to disk|s3',
    about: 'moves stored files to the disk or to S3 while Stowage runs; continues where it was stopped',
    options: { to: { type: 'string' } },
    requires: ['to'],
    run: async (given) => (await import('../move-files.ts')).moveStoredFiles(given),
  },
];

/** The command line. Exit code 0: done; 1: refused, failed, or a finding; 2: the command line is wrong; 78: the configuration is. */
export async function runCommandLine(line: readonly string[]): Promise<number> {
  if (line.includes('--version') || line[0] === 'version') {
    console.log(VERSION);
    return 0;
  }
  if (line.includes('--help') || line[0] === 'help') {
    console.log(help());
    return 0;
  }
  const command = COMMANDS.find(({ words }) => words.split(' ').every((word, at) => line[at] === word));
  if (command === undefined) {
    console.error(line.length === 0 ? help() : `There is no command “${line.join(' ')}”.\n\n${help()}`);
    return 2;
  }
  const given = readLine(command, line.slice(command.words.split(' ').length));
  const refuse = (problem: string) => {
    console.error(`${problem}\n\n${helpOf(command)}`);
    return 2;
  };
  if (typeof given === 'string') return refuse(given);
  return command.run(given).catch((error) => {
    if (error instanceof UsageError) return refuse(error.message);
    throw error;
  });
}

/** @returns what is wrong, if something is */
function readLine({ options = {}, takes = 0, requires = [] }: Command, words: string[]): Given | string {
  try {
    const { values, positionals, tokens } = parseArgs({ args: words, options, allowPositionals: true, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
    const repeated = names.find((name, at) => names.indexOf(name) !== at);
    if (repeated !== undefined) return `The option --${repeated} is given twice.`;
    if (positionals.length !== takes) return takes < positionals.length ? `“${positionals[takes]}” is too much.` : 'An argument is missing.';
    const missing = requires.find((option) => values[option] === undefined);
    if (missing !== undefined) return `The option --${missing} is missing.`;
    const text = (option: string) => (typeof values[option] === 'string' ? values[option] : undefined);
    return { first: positionals[0] ?? '', text, isSet: (option) => values[option] === true };
  } catch (error) {
    return messageOf(error);
  }
}

/** These modules run themselves, as for `npm start`, and end the process. */
async function ownProcess(started: Promise<unknown>): Promise<never> {
  await started;
  return new Promise(() => {});
}

const helpOf = ({ words, usage, about }: Command) => `  stowage ${[words, usage].filter(Boolean).join(' ')}\n      ${about}`;

function help(): string {
  return [`Stowage ${VERSION}. The commands work while it runs and while it is stopped.`, '', ...COMMANDS.map(helpOf), '', '  stowage --version'].join('\n');
}
