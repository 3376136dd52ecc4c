import { ipOrNetwork } from '@stowage/contract/formats/ip-network';
import * as z from 'zod';

const list = z
  .string()
  .trim()
  .min(1)
  .transform((items) => items.split(',').map((one) => one.trim()));

/** `10.1.2.3,192.168.7.0/24` */
export const networks = list.pipe(z.array(ipOrNetwork));

const proxy = z.union([ipOrNetwork, z.enum(['loopback', 'linklocal', 'uniquelocal'])], {
  error: 'Write an address such as 203.0.113.7, a network such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
});

/** Networks too, some of which Fastify knows by name. */
export const proxies = list.pipe(z.array(proxy));
