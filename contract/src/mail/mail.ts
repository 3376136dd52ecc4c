import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

export const MAIL_MESSAGES = {
  invalid: 'Please enter a valid email address',
  testEmpty: 'Please enter an email address for the test',
  addFailed: 'Failed to save email recipient. Please try again.',
  removeFailed: 'Failed to remove email recipient. Please try again.',
  testFailed: 'Failed to send test email. Please try again.',
  testSent: 'Test email sent successfully!',
  saved: 'Settings saved successfully!',
  saveFailed: 'Failed to save settings. Please try again.',
} as const;

/** How long the messages about saving stay. */
export const SAVED_FOR_MS = 3_000;
export const SAVE_FAILED_FOR_MS = 5_000;

export const MAX_RECIPIENTS = 50;
export const MAILS_PAGE_SIZE = 50;

/** An address, and nothing that could be two of them or a header. */
const ADDRESS = /^[^@\s,;:<>()"\\]+@[^@\s,;:<>()"\\]+$/;

export function isEmailAddress(text: string): boolean {
  return text.length <= 320 && ADDRESS.test(text);
}

export const emailAddress = z.string().trim().refine(isEmailAddress, MAIL_MESSAGES.invalid);

const emailSettings = z.object({
  enabled: z.boolean(),
  recipients: z.array(emailAddress).max(MAX_RECIPIENTS),
  batchProcessNotifications: z.boolean(),
});
export type EmailSettings = z.infer<typeof emailSettings>;

export const MAIL_STATES = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'KEPT'] as const;

const mail = z.object({
  id: z.number(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** What it says; null when it has left. */
  text: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.number(),
  lastError: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type Mail = z.infer<typeof mail>;

export const getEmailSettings = endpoint({
  method: 'GET',
  path: '/api/user/email-settings',
  summary: 'Whether and to whom mails about batch processes go',
  response: emailSettings,
});

export const saveEmailSettings = endpoint({
  method: 'POST',
  path: '/api/user/email-settings',
  summary:
    'Set whether and to whom mails about batch processes go; an address that is named twice counts once. With what was seen before, only what differs from it is changed',
  body: emailSettings.extend({ seen: emailSettings.optional() }),
  response: emailSettings,
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/user/email-settings/test',
  summary: 'Send a mail at once, to see whether mails arrive',
  body: z.object({ email: emailAddress }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  failure: 'success-message',
  reasons: ['not_sent'],
});

export const listMails = endpoint({
  method: 'GET',
  path: '/api/mails',
  summary: 'What was mailed, newest first; without a mail server also what each mail says',
  query: z.object({ before: z.coerce.number<number | string>().int().positive().optional() }),
  response: z.object({
    data: z.array(mail),
    next: z.number().nullable(),
    isKept: z.boolean(),
    /** With a mail server: what was kept before there was one, and nobody has decided about. */
    kept: z.object({
      count: z.number(),
      /** Of them, links for passwords and to accept invitations that are over or may be: they are never sent late. */
      over: z.number(),
      /** ISO 8601. */
      oldestAt: z.string().nullable(),
    }),
  }),
});

export const decideKeptMails = endpoint({
  method: 'POST',
  path: '/api/mails/kept',
  summary: 'Send the mails that were kept before there was a mail server, but for links that are over, or leave all of them',
  body: z.object({
    send: z.boolean(),
    /** Up to which of them it was decided: what is kept later is another matter. ISO 8601. */
    until: z.iso.datetime({ offset: true }),
  }),
  response: z.object({ sent: z.number(), left: z.number() }),
  reasons: ['no_mail_server'],
});
