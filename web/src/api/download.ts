import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { addressOf, refuseFailed } from './send.ts';
import { freshToken } from './session.ts';

const KEPT_MS = 60_000;

/** Saves a file that the server makes, under this name. It may take as long as it is large. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>, name: string): Promise<void> {
  const token = await freshToken();
  const response = await fetch(addressOf(endpoint, input as object), { headers: { authorization: `Bearer ${token}` } });
  await refuseFailed(response);
  const address = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click; an address that is gone by then saves nothing.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
