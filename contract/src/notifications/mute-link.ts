import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

const token = z.string().max(100);

export const readMuteLink = endpoint('POST /api/mute-links/read', {
  summary: 'Read which mails a mute link turns off',
  body: z.object({ token }),
  response: z.object({ label: z.string(), isMuted: z.boolean() }),
  reasons: ['unknown_link'],
});

/** Mail programs call this for one-click unsubscription (RFC 8058). */
export const muteByLink = endpoint('POST /api/mute-links/:token', {
  summary: 'Turn off the mails of one kind for the recipient of the link, without signing in',
  params: z.object({ token }),
  response: success,
  reasons: ['unknown_link'],
});
