import type { Endpoint, InputOf } from '@stowage/contract/endpoint';
import { addressOf, refuseFailed } from './send.ts';
import { freshToken } from './session.ts';

const ADDRESS_VALID_MS = 60_000;

/** Without it, Excel opens `Crème` as `CrÃ¨me`. The other files have it from the server. */
const UTF8_MARK = '\uFEFF';

/**
 * Saves a file that the server generates. There is no timeout, because large files take long.
 * @param onLines called with the number of lines that have arrived
 */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>, name: string, onLines?: (lines: number) => void): Promise<void> {
  saveFile(await loadFile(endpoint, input, onLines), name);
}

/** Loads a file of the server to show it. */
export async function loadFile<E extends Endpoint>(endpoint: E, input: InputOf<E>, onLines?: (lines: number) => void): Promise<Blob> {
  const token = await freshToken();
  const response = await fetch(addressOf(endpoint, input as object), { headers: { authorization: `Bearer ${token}` } });
  await refuseFailed(response);
  return onLines === undefined || response.body === null ? response.blob() : countLines(response, response.body, onLines);
}

const NEW_LINE = 10;

/** A streamed file has no length, so its progress is the lines that have arrived. */
async function countLines(response: Response, body: ReadableStream<Uint8Array>, onLines: (lines: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let lines = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const bytes = new Uint8Array(part.value);
    for (const byte of bytes) if (byte === NEW_LINE) lines += 1;
    parts.push(bytes);
    onLines(lines);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
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
  saveFile(new Blob([UTF8_MARK, csvData], { type: 'text/csv' }), filename);
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
