import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOptions {
  /** Without a duration, the browser forgets the cookie when it is closed. */
  readonly seconds?: number | undefined;
}

/** The cookies that a call sent, and those that its answer sets. */
export interface Cookies {
  get(name: string): string | undefined;
  /** HttpOnly and SameSite=Strict. */
  set(name: string, value: string, options: CookieOptions): void;
  /** The names of the sent cookies that start so. */
  namesOf(prefix: string): string[];
  /** `__Host-` over HTTPS, where browsers then accept the cookie from this host only; nothing over plain HTTP, where they refuse that prefix. */
  readonly hostPrefix: '__Host-' | '';
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  const isSecure = request.protocol === 'https';
  const sent = () => (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return {
    hostPrefix: isSecure ? '__Host-' : '',
    get: (name) =>
      sent()
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    namesOf: (prefix) => sent().flatMap((pair) => (pair.startsWith(prefix) ? [pair.slice(0, pair.indexOf('='))] : [])),
    set(name, value, { seconds }) {
      const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
      // Fastify adds it to those that are set already.
      reply.header('set-cookie', `${name}=${value}; Path=/${age}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`);
    },
  };
}
