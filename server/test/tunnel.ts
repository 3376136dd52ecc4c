import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type pg from 'pg';

export interface Tunnel {
  readonly address: { readonly host: string; readonly port: number };
  /** From now on nothing arrives any more, in both directions, and no connection is closed: a network that loses every packet. */
  swallow(isOn: boolean): void;
  close(): Promise<void>;
}

/** A way to the tests' PostgreSQL that can be cut without a word. */
export async function openTunnel({ host = 'localhost', port = 5432 }: pg.ClientConfig): Promise<Tunnel> {
  let swallows = false;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    // What was lost stays lost: a connection of that time is never repaired.
    from.on('data', (bytes) => swallows || to.write(bytes));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      if (!swallows) to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = host.startsWith('/') ? createConnection(path.join(host, `.s.PGSQL.${port}`)) : createConnection(port, host);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    swallow(isOn) {
      swallows = isOn;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
