import { useRef } from 'react';
import { newId } from '../../../shared/new-id.ts';

/** Gives what a form sends an id: a retry of the same content has the same id, so that it counts once, and other content another one. */
export function useClientId(): (content: object) => string {
  const sent = useRef<{ readonly content: string; readonly id: string }>(undefined);
  return (content) => {
    const text = JSON.stringify(content);
    if (sent.current?.content !== text) sent.current = { content: text, id: newId() };
    return sent.current.id;
  };
}
