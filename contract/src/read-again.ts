import * as z from 'zod';
import { topic } from './topic.ts';

/**
 * Notifies a client that messages of its other topics may be missing, so that it reads again what it shows. A client that
 * does not subscribe to it is disconnected instead. The header `gap-topic` of CONNECTED names it if the client may subscribe.
 */
export const readAgainTopic = topic({ path: 'read-again', payload: z.object({}), permission: 'account.own' });
