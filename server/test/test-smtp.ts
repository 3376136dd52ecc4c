import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface TestSmtp {
  readonly url: string;
  /** What it took, in the order of its coming. */
  readonly received: readonly Email[];
  /** Answers this many mails that it doesn't take them. */
  refuse(count: number): void;
}

/** A mail server that keeps what it is given. */
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
  // A client that was killed leaves its connection in the middle of a word.
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
