import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { reasonOf } from '../../platform/formats/reason-of.ts';
import { isMissingFile } from '../../platform/http/files/missing-file.ts';
import { type Check, fail, ok, warn } from '../check.ts';

const GIB = 1024 ** 3;
const FULL_BYTES = 1 * GIB;
const NEARLY_FULL_BYTES = 5 * GIB;
/** With fewer free inodes than this share, files can't be created long before the disk is full. */
const FEW_INODES = 0.02;
/** The files with generated keys, and the variables that replace them. */
const SECRET_FILES = [
  { file: 'secrets.json', variable: 'STOWAGE_TOKEN_KEY', given: 'tokenKey' },
  { file: 'encryption-key.json', variable: 'STOWAGE_ENCRYPTION_KEY', given: 'encryptionKey' },
] as const;

/** @param config a key from the environment needs no file */
export function checkFolder(folder: string, config: Pick<Config, 'tokenKey' | 'encryptionKey'>): Check[] {
  const access = checkAccess(folder);
  if (!existsSync(folder)) return [access];
  return [access, checkDisk(folder), ...SECRET_FILES.map(({ file, variable, given }) => checkSecret(path.join(folder, file), config[given] && variable))];
}

function checkAccess(folder: string): Check {
  const name = 'data folder';
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isMissingFile(error))
      return fail(name, `${folder} is missing`, 'Set STOWAGE_DATA_DIR as for the start, mount its disk, or start Stowage, which creates it.');
    return fail(name, `${folder}: ${reasonOf(error)}`, 'Run this as the account that runs Stowage, or give that account the folder.');
  }
  const open = (statSync(folder).mode & 0o022) !== 0;
  return open ? fail(name, `Other accounts may write to ${folder}`, `chmod go-w ${folder}`) : ok(name, folder);
}

function checkDisk(folder: string): Check {
  const { bavail, bsize, blocks, files, ffree } = statfsSync(folder);
  const free = bavail * bsize;
  const text = `${(free / GIB).toFixed(1)} GiB of ${((blocks * bsize) / GIB).toFixed(1)} GiB are free`;
  const advice = 'Free space, or move the data folder to a larger disk. PostgreSQL stops writing when the disk is full.';
  if (free < FULL_BYTES) return fail('disk', text, advice);
  if (free < NEARLY_FULL_BYTES) return warn('disk', text, advice);
  if (files > 0 && ffree / files < FEW_INODES) return warn('disk', `Only ${ffree} of ${files} inodes are free`, advice);
  return ok('disk', text);
}

/** @param variable the one that holds the key instead */
function checkSecret(file: string, variable: string | undefined): Check {
  const name = path.basename(file, '.json');
  if (!existsSync(file)) {
    if (variable !== undefined) return ok(name, `It is ${variable}.`);
    return warn(name, `${file} is missing`, 'Restore it from its backup before the next start, which otherwise creates another one.');
  }
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(
      name,
      `${file}: ${error instanceof SyntaxError ? 'is damaged' : reasonOf(error)}`,
      'Restore it from its backup, readable by the account of Stowage.',
    );
  }
  const { mode, uid } = statSync(file);
  if ((mode & 0o077) !== 0) return fail(name, `Other accounts may read ${file}`, `chmod 600 ${file}`);
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && uid !== self) return warn(name, `${file} belongs to another account`, 'Give it to the account that runs Stowage.');
  return ok(name, 'Only its owner may read it.');
}
