import { useEffect, useState } from 'react';

interface TimedMessage {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly forMs: number;
}

/** A message that goes by itself after its time; a new one takes the place of the one before it. */
export function useTimedMessage(): readonly [TimedMessage | undefined, (tone: TimedMessage['tone'], text: string, forMs: number) => void] {
  const [message, setMessage] = useState<TimedMessage>();
  useEffect(() => {
    if (message === undefined) return undefined;
    const timer = setTimeout(() => setMessage(undefined), message.forMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, (tone, text, forMs) => setMessage({ tone, text, forMs })];
}
