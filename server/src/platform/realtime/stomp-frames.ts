import { FrameImpl, type IFrame, type Parser, type StompHeaders } from '@stomp/stompjs';

type RawFrame = Parameters<ConstructorParameters<typeof Parser>[0]>[0];

const ESCAPED: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\c': ':', '\\\\': '\\' };
const WITHOUT_ESCAPES = ['CONNECT', 'CONNECTED'];

/** @param hasEscapes STOMP 1.0 has no escapes in headers */
export function readFrame(raw: RawFrame, hasEscapes: boolean): IFrame {
  const frame = FrameImpl.fromRawFrame(raw, false);
  if (!hasEscapes || WITHOUT_ESCAPES.includes(frame.command)) return frame;
  for (const [name, value] of Object.entries(frame.headers)) frame.headers[name] = unescaped(value);
  return frame;
}

export function frameText({ command, headers, body = '' }: { command: string; headers: StompHeaders; body?: string }, hasEscapes: boolean): string {
  return FrameImpl.marshall({ command, headers, body, escapeHeaderValues: hasEscapes && !WITHOUT_ESCAPES.includes(command) }) as string;
}

/** In one pass: the library takes the `\\n` of an escaped backslash before an n for the end of a line. */
function unescaped(value: string): string {
  return value.replace(/\\[nrc\\]/g, (pair) => ESCAPED[pair] ?? pair);
}
