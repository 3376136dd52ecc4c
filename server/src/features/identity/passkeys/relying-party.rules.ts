/** The site that passkeys belong to. A passkey works at this origin only. */
export interface RelyingParty {
  /** The host name, which the browser checks. */
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Browsers accept names only, and `localhost` is the name of a machine's own address. */
export function relyingPartyOf(publicAddress: string): RelyingParty {
  const address = new URL(publicAddress);
  if (LOOPBACK.includes(address.hostname)) address.hostname = 'localhost';
  return { id: address.hostname, origin: address.origin };
}
