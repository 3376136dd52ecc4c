import * as z from 'zod';

/** An IP address, or a network in CIDR notation. */
export const ipOrNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Write an address such as 203.0.113.7, or a network such as 10.0.0.0/8',
});
