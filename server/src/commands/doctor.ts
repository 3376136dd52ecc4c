import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@stowage/contract/version';
import { type Config, readConfig } from '../config/config.ts';
import { type Check, fail } from '../doctor/check.ts';
import { type Examination, examine } from '../doctor/examine.ts';
import { writeSupportBundle } from '../doctor/support-bundle/support-bundle.ts';
import { reasonOf } from '../platform/formats/reason-of.ts';
import type { Given } from './line/command.ts';

/** `stowage doctor` */
export async function doctor({ text, isSet }: Given): Promise<number> {
  const bundle = text('bundle');
  if (bundle !== undefined && existsSync(bundle)) throw new Error(`${bundle} exists already: name another file`);
  if (bundle !== undefined && !existsSync(path.dirname(bundle))) throw new Error(`There is no folder ${path.dirname(bundle)} for the bundle`);
  const log = readLog(text('log'));
  const { config, problem } = configuration();
  const found = config === undefined ? undefined : await examineOrReport(config);
  const checks = [...(problem === undefined ? [] : [problem]), ...(found?.checks ?? [])];
  try {
    console.log(isSet('json') ? JSON.stringify({ version: VERSION, checks }, null, 2) : lines(checks));
    if (bundle !== undefined) {
      await writeSupportBundle(bundle, { config, folder: found?.folder, client: found?.client, checks, log });
      if (!isSet('json'))
        console.log(`\n${bundle} has the result, settings, versions and logs, without secrets and without data of people. Look into it before you send it.`);
    }
  } finally {
    await found?.close();
  }
  return checks.some(({ status }) => status === 'fail') ? 1 : 0;
}

function configuration(): { config?: Config; problem?: Check } {
  try {
    return { config: readConfig(process.env) };
  } catch (error) {
    return { problem: fail('configuration', reasonOf(error), 'Correct these variables; nothing else could be checked.') };
  }
}

async function examineOrReport(config: Config): Promise<Pick<Examination, 'checks' | 'close'> & Partial<Examination>> {
  try {
    return await examine(config);
  } catch (error) {
    return {
      checks: [fail('data folder', reasonOf(error), 'Set STOWAGE_DATA_DIR as for the start, and run this as the same account.')],
      close: async () => {},
    };
  }
}

/** @param file `-` for standard input */
function readLog(file: string | undefined): string | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Error(`The log ${file} can't be read: ${reasonOf(error)}`);
  }
}

const MARKS = { ok: '✓ ok  ', warn: '! warn', fail: '✗ fail' };

function lines(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(MARKS.ok.length + width + 4);
  return checks
    .map(
      ({ name, status, text, advice }) =>
        `${MARKS[status]}  ${name.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}`)}${advice === undefined ? '' : `\n${indent}→ ${advice}`}`,
    )
    .join('\n');
}
