import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { addressOf, refuseFailed } from './send.ts';
import { freshToken } from './session.ts';

const ADDRESS_VALID_MS = 60_000;

/** Saves a file that the server generates. There is no timeout, because large files take long. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>, name: string): Promise<void> {
  saveFile(await loadFile(endpoint, input), name);
}

/** Loads a file of the server to show it. */
export async function loadFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const token = await freshToken();
  const response = await fetch(addressOf(endpoint, input as object), { headers: { authorization: `Bearer ${token}` } });
  await refuseFailed(response);
  return response.blob();
}

/** Saves a file from an address that needs no token, such as a signed one. */
export async function downloadFrom(address: string, name: string): Promise<void> {
  const response = await fetch(address);
  await refuseFailed(response);
  saveFile(await response.blob(), name);
}

/** Saves the CSV file of a call that returns it as text inside JSON, under the name that the server chooses. */
export async function downloadCsv<E extends Endpoint & { readonly format: 'csv-in-json' }>(endpoint: E, input: InputOf<E>): Promise<void> {
  const token = await freshToken();
  const response = await fetch(addressOf(endpoint, input as object), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify((input as { body?: unknown }).body),
  });
  await refuseFailed(response);
  const { csvData, filename } = (await response.json()) as { csvData: string; filename: string };
  saveFile(new Blob([csvData], { type: 'text/csv' }), filename);
}

/** Makes the browser save a file under this name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click, so the address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_VALID_MS);
}
