import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

const token = z.string().max(100);

export const readMuteLink = endpoint({
  method: 'POST',
  path: '/api/mute-links/read',
  summary: 'Which mails a link in one of them ends',
  body: z.object({ token }),
  response: z.object({ label: z.string(), isMuted: z.boolean() }),
  reasons: ['unknown_link'],
});

/** Also what a mail program calls when somebody unsubscribes there with one click (RFC 8058). */
export const useMuteLink = endpoint({
  method: 'POST',
  path: '/api/mute-links/:token',
  summary: 'End the mails of one kind to whoever got the link, signed in or not',
  params: z.object({ token }),
  response: success,
  reasons: ['unknown_link'],
});
