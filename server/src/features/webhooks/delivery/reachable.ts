import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createNetworks } from '../../../platform/networks.ts';

/** Addresses that are not on the internet: other machines of the company, the machine itself, metadata services of clouds. */
const PRIVATE = createNetworks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16'],
  ...['192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/128', '::1/128', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001:db8::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]);

export class UnreachableError extends Error {}

/**
 * Keeps deliveries on the internet, and in the networks that the server's settings allow. The connection goes to the address
 * that was checked: a name that resolves differently a moment later changes nothing.
 */
export function createReachability(allowed: readonly string[]) {
  const networks = createNetworks(allowed);
  const mayReach = (address: string) => !PRIVATE.has(address) || networks.has(address);
  const refused = (address: string) => new UnreachableError(`${address} is a private address. STOWAGE_WEBHOOK_NETWORKS allows those that it names`);
  return {
    /** An address in the URL is connected to without a lookup. @throws UnreachableError */
    check(hostname: string): void {
      const bare = hostname.replace(/^\[|\]$/g, '');
      if (isIP(bare) !== 0 && !mayReach(bare)) throw refused(bare);
    },
    lookup: ((hostname: string, options: LookupOptions, answer: (error: Error | null, address: string | LookupAddress[], family?: number) => void) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return answer(error, []);
        const bad = addresses.find(({ address }) => !mayReach(address));
        const [first] = addresses;
        if (bad !== undefined || first === undefined) return answer(refused(bad?.address ?? hostname), []);
        return options.all ? answer(null, addresses) : answer(null, first.address, first.family);
      });
    }) as LookupFunction,
  };
}
