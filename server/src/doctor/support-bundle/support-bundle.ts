import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import { VERSION } from '@stowage/contract/version';
import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { clusterLayout } from '../../platform/database/embedded/cluster.ts';
import { zipped } from '../../platform/formats/zip.ts';
import { writeNewFile } from '../../platform/made-once.ts';
import type { Check } from '../check.ts';
import { knownSecrets } from './known-secrets.ts';
import { redactLogLine, redactPostgresLine, redactText } from './redact.rules.ts';
import { describeDatabase } from './support-bundle.read-model.ts';

const LAST_LINES = 2_000;
const OPEN_VARIABLES = ['HOST', 'PORT', 'STOWAGE_DEMO', 'STOWAGE_LOG_LEVEL', 'STOWAGE_SEED', 'STOWAGE_CATALOG_WHAT_IF', 'SP_API_MARKETPLACE_ID', 'NODE_ENV'];
const OUR_VARIABLE = /^(STOWAGE_|SP_API_|LWA_|SMTP_|MAIL_|DATABASE_|S3_|SQS_|AWS_|OTEL_|HOST$|PORT$|NODE_ENV$)/;

interface Content {
  readonly config: Config | undefined;
  readonly folder: string | undefined;
  readonly client: pg.Client | undefined;
  readonly checks: readonly Check[];
  /** Lines of Stowage's own log, which the service manager stores. */
  readonly log: string | undefined;
}

/** Writes a ZIP for support, readable by its owner only. @throws Error when the file exists */
export async function writeSupportBundle(file: string, content: Content, openFile = open): Promise<void> {
  const { config, folder, client, checks, log } = content;
  const secrets = knownSecrets(config, folder);
  const parts: [string, string][] = [
    ['doctor.json', json({ version: VERSION, checks: checks.map((check) => redactCheck(check, secrets)) })],
    ['versions.json', json(versions())],
    ['variables.json', json(variables(process.env))],
    ...(client === undefined ? [] : await describeDatabase(client)).map(([name, found]): [string, string] => [name, json(found)]),
  ];
  const serverLog = folder === undefined ? undefined : clusterLayout(folder).log;
  if (serverLog !== undefined && existsSync(serverLog))
    parts.push(['postgresql.log', redactLines(readFileSync(serverLog, 'utf8'), (line) => redactPostgresLine(line, secrets))]);
  if (log !== undefined) parts.push(['stowage.log', redactLines(log, (line) => redactLogLine(line, secrets))]);
  const zip = zipped(async (add) => {
    for (const [name, text] of parts) await add(name, Buffer.from(text));
  });
  await writeNewFile(file, zip, openFile);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function redactCheck(check: Check, secrets: readonly string[]): Check {
  return { ...check, text: redactText(check.text, secrets) };
}

function versions() {
  const memory = { total: os.totalmem(), free: os.freemem() };
  return {
    stowage: VERSION,
    node: process.version,
    platform: process.platform,
    architecture: process.arch,
    system: os.release(),
    processors: os.cpus().length,
    memory,
  };
}

/** The value of a variable that holds no secret and no address; of the others only that they are set. */
function variables(env: NodeJS.ProcessEnv) {
  const ours = Object.entries(env).filter(([name]) => OUR_VARIABLE.test(name));
  return Object.fromEntries(ours.map(([name, value]) => [name, OPEN_VARIABLES.includes(name) ? value : 'is set']));
}

function redactLines(text: string, redact: (line: string) => string | undefined): string {
  const lines = text.trimEnd().split('\n').slice(-LAST_LINES);
  const kept = lines.flatMap((line) => redact(line) ?? []);
  return `${kept.join('\n')}\n(${lines.length - kept.length} of the last ${lines.length} lines are left out: they can hold data of people)\n`;
}
