import { connect, type Socket } from 'node:net';

/** The server closed the connection instead of answering, for example because it had been idle when the call was sent. */
export class ConnectionClosed extends Error {}

/**
 * A keep-alive connection that sends one request at a time and reads its answer. It replaces Node's client, which would use as
 * much CPU as a scan on the shared cores and distort the measurement.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private chunks: string[] = [];
  private received = 0;
  /** The length of the whole answer, known once its head is read. */
  private wanted: number | undefined;
  /** The server closed the connection, for example after an idle time. */
  isClosed = false;
  private waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.socket.on('data', (chunk) => this.receive(String(chunk)));
    this.socket.on('close', () => {
      this.isClosed = true;
      this.waiting?.reject(new ConnectionClosed('The connection was closed'));
    });
    this.socket.on('error', (error) => this.waiting?.reject(error));
  }

  /** @throws Error when the answer is not 200 */
  call(method: string, url: string, token: string, body = ''): Promise<string> {
    return this.send(method, url, { authorization: `Bearer ${token}` }, body);
  }

  /** @throws Error when the answer is not 200 */
  send(method: string, url: string, fields: Readonly<Record<string, string>>, body = ''): Promise<string> {
    const given = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const headers = `${method} ${url} HTTP/1.1\r\nhost: bench\r\n${given.join('')}`;
    const content = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      // Otherwise the pending answer would be lost, and its caller would wait forever.
      if (this.waiting !== undefined) return reject(new Error('This connection waits for an answer'));
      this.waiting = { resolve, reject };
      this.socket.write(`${headers}${content}\r\n${body}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: string): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    // A long answer arrives in chunks: the head is read once, and the chunks are joined at the end.
    if (this.wanted === undefined) {
      const start = this.chunks.join('');
      const head = start.indexOf('\r\n\r\n');
      if (head < 0) return;
      this.wanted = head + 4 + Number(/content-length: (\d+)/i.exec(start.slice(0, head))?.[1] ?? 0);
    }
    if (this.received < this.wanted) return;
    const answer = this.chunks.join('');
    const statusLine = answer.slice(0, answer.indexOf('\r\n'));
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4, this.wanted);
    this.chunks = [];
    this.received = 0;
    this.wanted = undefined;
    const { waiting } = this;
    this.waiting = undefined;
    if (statusLine.includes(' 200 ')) waiting?.resolve(body);
    else waiting?.reject(new Error(`${statusLine} ${body}`));
  }
}
