import { AppError } from '../../../platform/app-error.ts';

const CHECK_EVERY_MS = 2_000;

/**
 * Checks again and again whether a live connection of a key may stay open: no message announces a key that expires.
 * @param isUnchanged throws when the key no longer works
 * @returns a function that stops
 */
export function watchKey(isUnchanged: () => Promise<boolean>, onEnd: (reason: string) => void): () => void {
  const timer = setInterval(() => {
    isUnchanged().then(
      (same) => same || onEnd('The permissions of the API key have changed'),
      // A database that is away says nothing about the key.
      (error: unknown) => error instanceof AppError && onEnd(error.message),
    );
  }, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
