import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of Stowage itself opens a connection. Programs name no origin. A page of another site can't choose the host or
 * what a proxy adds.
 * @param publicAddress at which people reach Stowage, where a proxy changes the host
 */
export function isOwnOrigin({ origin, host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders, publicAddress: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return [
    host,
    String(forwarded ?? '')
      .split(',')[0]
      ?.trim(),
    new URL(publicAddress).host,
  ].includes(new URL(origin).host);
}
