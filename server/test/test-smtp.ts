import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface TestSmtp {
  readonly url: string;
  /** The accepted mails, in order of arrival. */
  readonly received: readonly Email[];
  /** Rejects this many mails. */
  refuse(count: number): void;
}

/** A mail server that stores what it receives. */
export async function startTestSmtp(): Promise<TestSmtp> {
  const received: Email[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusals > 0) {
          refusals -= 1;
          return callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
        }
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        return callback();
      });
    },
  });
  // A killed client closes its connection in the middle of a command.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuse: (count) => {
      refusals = count;
    },
  };
}
