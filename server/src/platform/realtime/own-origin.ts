import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of Stowage itself opens a connection. Programs name no origin. A browser names none for scripts and frames, which
 * some transports of SockJS use; it then names their site. A page of another site can't choose the host or what a proxy adds.
 * @param publicAddress at which people reach Stowage, where a proxy changes the host
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicAddress: string): boolean {
  const { origin, host, 'x-forwarded-host': forwarded, 'sec-fetch-site': site } = headers;
  if (origin === undefined) return site !== 'cross-site' && site !== 'same-site';
  if (!URL.canParse(origin)) return false;
  return [
    host,
    String(forwarded ?? '')
      .split(',')[0]
      ?.trim(),
    new URL(publicAddress).host,
  ].includes(new URL(origin).host);
}
