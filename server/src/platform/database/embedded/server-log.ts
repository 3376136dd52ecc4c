import { chmodSync, copyFileSync, existsSync, openSync, statSync, truncateSync } from 'node:fs';

const LIMIT_BYTES = 10 * 1024 ** 2;
const CHECK_MS = 60_000;

/**
 * Moves a log that has grown beyond the limit to `<file>.1`, in place of the one before. PostgreSQL holds the file open for appending,
 * so the file stays and is emptied; lines that are written in between are lost.
 */
export function rotateLog(file: string, limitBytes = LIMIT_BYTES): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= limitBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // On a full disk the space matters more than the lines.
  }
  truncateSync(file);
}

/** Opens the log for appending. Details of its errors have values of rows, so only Stowage's account reads it. @returns its descriptor */
export function openLog(file: string): number {
  const log = openSync(file, 'a', 0o600);
  for (const one of [file, `${file}.1`]) if (existsSync(one)) chmodSync(one, 0o600);
  return log;
}

/** @returns a function that stops watching */
export function watchLog(file: string): () => void {
  const check = () => {
    try {
      rotateLog(file);
    } catch {
      // The next check tries again.
    }
  };
  check();
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
