import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of a call: what the other side sent, and what it is told to keep. */
export interface Cookies {
  get(name: string): string | undefined;
  /** Kept from scripts and from other sites. */
  set(name: string, value: string, options: { readonly seconds: number }): void;
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get(name) {
      const sent = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    set(name, value, { seconds }) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`);
    },
  };
}
