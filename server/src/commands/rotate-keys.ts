import { setTimeout as sleep } from 'node:timers/promises';
import { beginRotation, continueRotation, exchangeTokenKey, RETIRE_AFTER_MS, type RotationContext } from '../key-rotation/rotate-keys.ts';
import { generateKey } from '../platform/keys/key-files.ts';
import { withPlatform } from './with-platform.ts';

/** Running processes look for changed keys every second. */
const NOTICED_AFTER_MS = 2_500;

/** `stowage keys rotate` */
export const rotateStoredKeys = () => withPlatform((context) => rotateKeys(context, console.log));

/** Begins a rotation, or continues one. @returns the exit code */
export async function rotateKeys(context: RotationContext, say: (line: string) => void): Promise<number> {
  const { secrets } = context;
  const isInFolder = secrets.rotation?.rotatesEncryption === true;
  if (!isInFolder) await rotateToken(context, say);
  if (!isInFolder && secrets.encryptionKey.all().length < 2) {
    say(`The encryption key is in STOWAGE_ENCRYPTION_KEY. Set a new one as STOWAGE_ENCRYPTION_KEY_OTHER for every process, and restart each:`);
    say(generateKey());
    say('Then exchange the two variables, restart each process again, and run this again.');
    return 0;
  }
  if (await beginRotation(context)) {
    say(`New keys are in use${secrets.rotation?.rotatesToken ? '' : ', but for the token key, which is in STOWAGE_TOKEN_KEY'}. The former ones still open.`);
    await sleep(NOTICED_AFTER_MS);
  }
  const pass = await continueRotation(context);
  if (pass === undefined) {
    say('Another process is encrypting with the new key.');
    return 1;
  }
  say(`${pass.done} secrets and files were encrypted with the current key.`);
  if (pass.unreadable > 0) say(`${pass.unreadable} can't be opened with any of the keys, and were left alone.`);
  if (pass.isRetired)
    say('The former key is retired: nothing uses it. Backups from before need the file of keys from before. Run `stowage backup keys` again.');
  else if (isInFolder) say(`The former key is retired after ${RETIRE_AFTER_MS / 60_000} minutes, by Stowage or when this is run again.`);
  else
    say(
      'Nothing is encrypted with STOWAGE_ENCRYPTION_KEY_OTHER. If it is the former key, remove it from every process. If it is the new one, exchange the two.',
    );
  return 0;
}

/** The token key by itself, beside an encryption key that is in the environment. */
async function rotateToken(context: RotationContext, say: (line: string) => void): Promise<void> {
  if (context.secrets.rotation?.rotatesToken !== true)
    say('The token key is in STOWAGE_TOKEN_KEY. It is exchanged in the same way, with STOWAGE_TOKEN_KEY_OTHER.');
  else if (await exchangeTokenKey(context)) say('A new token key is in use. What the former one signed stays valid for two hours.');
  else say('The token key was exchanged within the last two hours.');
}
