import { useEffect, useState } from 'react';

interface TimedMessage {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly durationMs: number;
}

/** A message that disappears after its duration. A new message replaces it. */
export function useTimedMessage(): readonly [TimedMessage | undefined, (tone: TimedMessage['tone'], text: string, durationMs: number) => void] {
  const [message, setMessage] = useState<TimedMessage>();
  useEffect(() => {
    if (message === undefined) return undefined;
    const timer = setTimeout(() => setMessage(undefined), message.durationMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, (tone, text, durationMs) => setMessage({ tone, text, durationMs })];
}
