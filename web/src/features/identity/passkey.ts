import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@stowage/contract/identity/passkey-json';

/** Loaded with the first passkey, because few people use one in a session. */
const webauthn = () => import('@simplewebauthn/browser');

/** The person closed the browser's question, or the device has no fitting passkey. */
export class PasskeyCanceledError extends Error {}

/** Whether this browser can use passkeys at all. It offers them on HTTPS and on localhost only. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext !== false && typeof window.PublicKeyCredential === 'function';
}

/** Asks the browser for one of the person's passkeys. @throws PasskeyCanceledError, Error with a message for the person */
export function askForPasskey(options: object): Promise<PasskeyAnswer> {
  return asking(async () => {
    const { startAuthentication } = await webauthn();
    const answer = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
    return answer as unknown as PasskeyAnswer;
  });
}

/** Asks the browser to create a passkey. @throws PasskeyCanceledError, Error with a message for the person */
export function createPasskey(options: object): Promise<NewPasskeyAnswer> {
  return asking(async () => {
    const { startRegistration } = await webauthn();
    const answer = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
    return answer as unknown as NewPasskeyAnswer;
  });
}

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'This address can’t use passkeys. Open Stowage at its own address, with HTTPS.',
  NotSupportedError: 'This device can’t create a passkey that checks its owner. Use another device.',
};

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // Browsers don't say which of the two it is, so that no page learns which passkeys a device has.
    if (name === 'NotAllowedError' || name === 'AbortError') {
      throw new PasskeyCanceledError('No passkey was used. Try again, or use another way.', { cause: error });
    }
    throw new Error(MESSAGES[name] ?? 'The browser could not use a passkey. Try again, or use another way.', { cause: error });
  }
}
