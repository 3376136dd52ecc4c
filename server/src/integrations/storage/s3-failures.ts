import { AppError } from '../../platform/app-error.ts';
import { isMissingFile } from '../../platform/http/files/missing-file.ts';

const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'EntityTooLarge'];
const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const RETRY_AFTER_SECONDS = 10;

interface S3Error {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** As the disk reports it. */
export function missingFile(name: string): Error {
  return Object.assign(new Error(`${name} is missing in the object store`), { code: 'ENOENT' });
}

/** Whether the object store or the way to it failed, and not what was read from or sent to it. */
export function isFromStore(error: unknown): boolean {
  const { name = '', code = '', $metadata } = error as S3Error;
  return $metadata !== undefined || AWAY.includes(code) || /Timeout|Credentials/.test(name);
}

/** Converts failures of the object store to messages for the sender or reader of a file. */
export async function throughS3<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || isMissingFile(error)) throw error;
    const { name = '', code = '', message = '', $metadata } = error as S3Error;
    if (FULL.includes(name) || $metadata?.httpStatusCode === 507) {
      throw new AppError('no_space', 'There is no space left for files in the object store', { cause: new Error(`${name}: ${message}`) });
    }
    if (!isFromStore(error)) throw error;
    // As for a full disk, the sender keeps the file and tries again: it is the same for a phone why a file can't be written.
    throw new AppError('no_space', 'The store of files can’t be reached. Try again in a minute.', {
      status: 503,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      // The SDK's own error has the whole request in it, with its signature.
      cause: new Error(`${name}: ${message || code}`),
    });
  }
}
