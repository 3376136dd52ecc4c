import { afterEach } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

afterEach(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));

/** Gives the browser of a test passkeys, whose answers the server would have to check. @returns the options of every question */
export function usePasskeys({ isCanceled = false } = {}): unknown[] {
  const asked: unknown[] = [];
  const answer = (kind: string) => async (options: unknown) => {
    asked.push(options);
    if (isCanceled) throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
    const response = {
      clientDataJSON: bytes(kind),
      authenticatorData: bytes('a'),
      attestationObject: bytes('o'),
      signature: bytes('s'),
      userHandle: bytes('u'),
    };
    const credential = { id: 'aWQ', rawId: bytes('id'), type: 'public-key', response: { ...response, getTransports: () => ['internal'] } };
    return { ...credential, getClientExtensionResults: () => ({}) };
  };
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: answer('get'), create: answer('create') } });
  return asked;
}
