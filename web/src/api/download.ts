import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { addressOf, refuseFailed } from './send.ts';
import { freshToken } from './session.ts';

const KEPT_MS = 60_000;

/** Saves a file that the server makes, under this name. It may take as long as it is large. */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>, name: string): Promise<void> {
  saveFile(await loadFile(endpoint, input), name);
}

/** A file that the server has or makes, to be shown. */
export async function loadFile<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const token = await freshToken();
  const response = await fetch(addressOf(endpoint, input as object), { headers: { authorization: `Bearer ${token}` } });
  await refuseFailed(response);
  return response.blob();
}

/** Saves what lies at an address that needs no token, such as a signed one. */
export async function downloadFrom(address: string, name: string): Promise<void> {
  const response = await fetch(address);
  await refuseFailed(response);
  saveFile(await response.blob(), name);
}

/** Saves the CSV file that a call answers as a text inside JSON, under the name that the server gives it. */
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

/** Hands a file to the browser, which saves it under this name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click; an address that is gone by then saves nothing.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
