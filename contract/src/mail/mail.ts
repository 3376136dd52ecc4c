import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';

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

/** How long the page shows the messages about saving. */
export const SAVED_MESSAGE_MS = 3_000;
export const SAVE_FAILED_MESSAGE_MS = 5_000;

export const MAX_RECIPIENTS = 50;
export const MAILS_PAGE_SIZE = 50;

/** Matches a single address. Excludes separators and anything that could inject a header. */
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
  /** The text; null once the mail was sent. */
  text: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.number(),
  lastError: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type Mail = z.infer<typeof mail>;

export const getEmailSettings = endpoint('GET /api/user/email-settings', {
  summary: 'The recipients of mails about batch processes and whether these mails are on',
  response: emailSettings,
});

export const saveEmailSettings = endpoint('POST /api/user/email-settings', {
  summary: 'Change the recipients of mails about batch processes. Duplicate addresses are removed. With `seen`, only differences from it are applied',
  body: emailSettings.extend({ seen: emailSettings.optional() }),
  response: emailSettings,
});

export const sendTestEmail = endpoint('POST /api/user/email-settings/test', {
  summary: 'Send a test mail',
  body: z.object({ email: emailAddress }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  failure: 'success-message',
  reasons: ['not_sent'],
});

export const listMails = endpoint('GET /api/mails', {
  summary: 'List mails, newest first. Mails that were not sent include their text',
  query: z.object({ before: recordId.optional() }),
  response: z.object({
    data: z.array(mail),
    next: z.number().nullable(),
    isKept: z.boolean(),
    /** With a mail server: mails stored before it was configured that were neither sent nor discarded. */
    kept: z.object({
      count: z.number(),
      /** Stored password and invitation links that have expired or may have; these are never sent late. */
      over: z.number(),
      /** ISO 8601. */
      oldestAt: z.string().nullable(),
    }),
  }),
});

export const resolveStoredMails = endpoint('POST /api/mails/kept', {
  summary: 'Send the mails stored before there was a mail server, except expired links, or discard them',
  body: z.object({
    send: z.boolean(),
    /** Applies to mails stored until this time. ISO 8601. */
    until: z.iso.datetime({ offset: true }),
  }),
  response: z.object({ sent: z.number(), left: z.number() }),
  reasons: ['no_mail_server'],
});
