import { BlockList, isIP, isIPv6 } from 'node:net';

export interface Networks {
  /** @param address an IP address; an IPv4 address may be written as IPv6 */
  has(address: string): boolean;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** @param texts addresses and networks: `203.0.113.7`, `10.0.0.0/8`, `fd00::/8` */
export function createNetworks(texts: readonly string[]): Networks {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    has(address) {
      const bare = MAPPED.exec(address)?.[1] ?? address;
      return isIP(bare) !== 0 && list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
    },
  };
}
