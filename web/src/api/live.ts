import { isPermitted } from '@stowage/contract/permissions';
import type { Topic } from '@stowage/contract/topic';
import { use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type * as z from 'zod';
import { type LiveConnection, LiveContext, type LiveState } from './live-connection.ts';
import { useSession } from './session.ts';

/** Whether live updates arrive, for components that show it. */
export function useLiveState(): LiveState {
  const { onState, state } = useLive();
  return useSyncExternalStore(onState, state);
}

interface TopicOptions<P extends z.ZodType> {
  /** The values of `:name` in the topic's path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly onMessage: (payload: z.output<P>) => void;
  /** Runs after a gap, in which messages may have been missed. */
  readonly onReconnect: () => void;
}

/**
 * Listens to a live topic while the component is shown. Without a topic, or without its permission, it does nothing: the server ends the
 * connection of a page that subscribes to what its person may not hear.
 */
export function useTopic<P extends z.ZodType>(topic: Topic<P> | undefined, { params = {}, onMessage, onReconnect }: TopicOptions<P>): void {
  const live = useLive();
  const { roles = [] } = useSession() ?? {};
  const heard = topic !== undefined && isPermitted(roles, topic.permission) ? topic : undefined;
  const name = heard?.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '');
  const message = useEffectEvent((body: string) => onMessage(JSON.parse(body) as z.output<P>));
  const reconnected = useEffectEvent(onReconnect);
  useEffect(() => (name === undefined ? undefined : live.listen(name, { message: (body) => message(body), reconnected: () => reconnected() })), [live, name]);
}

/** Runs on every message of a topic, and after a gap. */
export function useTopicRefresh(topic: Topic, refresh: () => void): void {
  useTopic(topic, { onMessage: refresh, onReconnect: refresh });
}

function useLive(): LiveConnection {
  const live = use(LiveContext);
  if (live === undefined) throw new Error('Live topics need a <LiveContext> above them');
  return live;
}
