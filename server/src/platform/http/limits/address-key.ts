/**
 * The key by which rate limits count an address: an IPv4 address, also when written as IPv6, or the /64 of an IPv6 address,
 * which belongs to one customer as a whole.
 */
export function addressKey(address: string): string {
  const bare = bareAddress(address);
  if (!bare.includes(':')) return bare;
  const groups = groupsOf(bare);
  if (groups === undefined) return bare;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** An address without the port that some proxies append, and without the zone of IPv6. */
export function bareAddress(address: string): string {
  return withoutPort(address.trim()).replace(/%.*$/, '').toLowerCase();
}

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address);
  if (bracketed !== null) return bracketed[1] ?? '';
  return address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

/** The eight groups of an IPv6 address; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  const inGroups = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail, ...more] = inGroups.split('::');
  if (more.length > 0) return undefined;
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => (/^[\da-f]{1,4}$/.test(group) ? Number.parseInt(group, 16) : Number.NaN)));
  const [first, last] = [read(head), read(tail ?? '')];
  const missing = 8 - first.length - last.length;
  const groups = tail === undefined ? first : [...first, ...Array<number>(Math.max(0, missing)).fill(0), ...last];
  return groups.length === 8 && !groups.some(Number.isNaN) ? groups : undefined;
}

function bytesOf(group: number): [number, number] {
  return [group >> 8, group & 255];
}
