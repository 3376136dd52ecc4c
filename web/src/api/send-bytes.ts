import { CALL_TIMEOUT_MS } from '@stowage/contract/identity/session';

interface Upload {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: XMLHttpRequestBodyInit;
  /** @param share of the bytes that were sent, from 0 to 1 */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Sends a file. On a slow line it takes as long as it takes: it is given up where nothing moves for as long as other calls
 * wait for their answer. (`fetch` reports no progress.)
 * @throws Error when the line broke or nothing moved
 */
export function sendBytes({ method, address, headers, body, onProgress }: Upload): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const moves = () => {
      clearTimeout(patience);
      patience = setTimeout(() => request.abort(), CALL_TIMEOUT_MS);
    };
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      moves();
      if (total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Error('The line broke'));
    request.onabort = () => reject(new Error('Nothing moved'));
    request.onloadend = () => clearTimeout(patience);
    moves();
    request.send(body);
  });
}
