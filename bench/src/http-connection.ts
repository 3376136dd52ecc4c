import { connect, type Socket } from 'node:net';

/**
 * One keep-alive connection that sends a request and reads its answer, one at a time. The load is made on the
 * same cores as the product; Node's own client would take as much of them as a scan does, and be measured too.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private buffer = '';
  /** The other side ended it, as servers do when nothing was sent for a while. */
  isClosed = false;
  private waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.socket.on('data', (chunk) => this.receive(String(chunk)));
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    this.socket.on('error', (error) => this.waiting?.reject(error));
  }

  /** @throws Error when the answer is not 200 */
  call(method: string, url: string, token: string, body = ''): Promise<string> {
    const headers = `${method} ${url} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n`;
    const content = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(`${headers}${content}\r\n${body}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: string): void {
    this.buffer += chunk;
    const head = this.buffer.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.buffer.slice(0, head))?.[1] ?? 0);
    const end = head + 4 + length;
    if (this.buffer.length < end) return;
    const [statusLine, body] = [this.buffer.slice(0, this.buffer.indexOf('\r\n')), this.buffer.slice(head + 4, end)];
    this.buffer = this.buffer.slice(end);
    if (statusLine.includes(' 200 ')) this.waiting?.resolve(body);
    else this.waiting?.reject(new Error(`${statusLine} ${body}`));
  }
}
