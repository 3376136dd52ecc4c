import type { AppContext } from '../app-context.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import { type Moved, moveFiles } from '../integrations/storage/move-files.ts';
import { createSealedFileStore } from '../integrations/storage/sealed-file-store.ts';
import type { FilePlace } from '../platform/config/file-config.ts';
import { withSessionLock } from '../platform/database/session-lock.ts';
import { type Given, UsageError } from './line/command.ts';
import { withPlatform } from './with-platform.ts';

/** Held while files are moved between the disk and S3. */
const FILE_MOVE_LOCK = 871_020;

const PROGRESS_EVERY = 1_000;

/** `stowage files move --to disk|s3` */
export async function moveStoredFiles({ text }: Given): Promise<number> {
  const to = text('to');
  if (to !== 'disk' && to !== 's3') throw new UsageError('--to must be disk or s3.');
  return withPlatform((context) => moveAllFiles(context, to, console.log));
}

/** Moves every file to the place where new files are stored. Continues where it was stopped. @returns the exit code */
export async function moveAllFiles(
  { connection, filePlaces, secrets, dataFolder }: Pick<AppContext, 'connection' | 'filePlaces' | 'secrets' | 'dataFolder'>,
  to: FilePlace,
  say: (line: string) => void,
): Promise<number> {
  if (filePlaces.bucketAddress === undefined) {
    say('Set S3_BUCKET first, for every process: files are then read from both places.');
    return 1;
  }
  if (filePlaces.current !== to) {
    say(
      `New files are stored ${filePlaces.current === 's3' ? 'in S3' : 'on the disk'}. Set STOWAGE_FILES=${to} for every process, restart them, and run this again.`,
    );
    return 1;
  }
  say(to === 's3' ? `Moving the files of ${dataFolder} to ${filePlaces.bucketAddress}` : `Moving the files of ${filePlaces.bucketAddress} to ${dataFolder}`);
  const done = await withSessionLock(connection, FILE_MOVE_LOCK, () => moveFolders({ filePlaces, secrets }, to, say));
  if (done === undefined) say('Files are being moved by another command already.');
  return done?.result ?? 1;
}

async function moveFolders({ filePlaces, secrets }: Pick<AppContext, 'filePlaces' | 'secrets'>, to: FilePlace, say: (line: string) => void): Promise<number> {
  const placeOf = (place: FilePlace, folder: string) => {
    const stored = filePlaces.openIn(place, folder);
    if (stored === undefined) throw new Error('S3_BUCKET is not set');
    return { stored, plain: createSealedFileStore(stored, { key: secrets.encryptionKey, isOn: async () => false }) };
  };
  const moved: Moved = { files: 0, bytes: 0, different: [], unfinished: 0 };
  let saidAt = 0;
  const onProgress = ({ files }: Moved) => {
    if (files < saidAt + PROGRESS_EVERY) return;
    saidAt = files;
    say(`${files} files moved`);
  };
  for (const folder of FILE_FOLDERS) await moveFiles({ from: placeOf(to === 's3' ? 'disk' : 's3', folder), to: placeOf(to, folder), onProgress }, moved);
  say(`${moved.files} files were moved, ${(moved.bytes / 1e6).toFixed(1)} MB were copied.`);
  if (moved.unfinished > 0) say(`${moved.unfinished} uploads are in progress and end where they began. Run this again in a day.`);
  if (moved.different.length === 0) return 0;
  say(
    `${moved.different.length} files exist in both places with different content, such as ${moved.different[0]}. The copy in the new place is used; both were left.`,
  );
  return 1;
}
