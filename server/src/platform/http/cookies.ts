import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies that a call sent, and those that its answer sets. */
export interface Cookies {
  get(name: string): string | undefined;
  /** HttpOnly and SameSite=Strict. */
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
