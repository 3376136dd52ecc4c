import nodemailer from 'nodemailer';

export interface OutgoingMail {
  /** The same for each attempt, so that mailboxes recognize a repeat. */
  readonly messageId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address of the person who wrote the mail; null for automatic mails. */
  readonly replyTo: string | null;
  /** A one-click POST to this address ends mails of this kind. */
  readonly unsubscribeUrl?: string;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Sends mails. */
export interface MailTransport {
  /** @throws Error when the server did not accept the mail */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;
/** A person waits for the answer. */
const VERIFY_TIMEOUT_MS = 10_000;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Passwords and links never travel unencrypted, except to this machine or where `SMTP_TLS=off` allows it. */
export function encryption(url: string, needsTls: boolean): { requireTLS: boolean } {
  const { protocol, hostname } = new URL(url);
  return { requireTLS: needsTls && protocol === 'smtp:' && !LOOPBACK.includes(hostname) };
}

/** Connects and signs in, without a mail. @throws Error when the server can't be used */
export async function verifySmtp({ url, needsTls = true }: { url: string; needsTls?: boolean }): Promise<void> {
  const timeouts = { connectionTimeout: VERIFY_TIMEOUT_MS, greetingTimeout: VERIFY_TIMEOUT_MS, socketTimeout: VERIFY_TIMEOUT_MS };
  const transport = nodemailer.createTransport({ url, ...encryption(url, needsTls), ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** @param url `smtps://user:password@host:465`, or `smtp://…` for STARTTLS */
export function createSmtpTransport({ url, from, needsTls = true }: { url: string; from: string; needsTls?: boolean }): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    ...encryption(url, needsTls),
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Prevents mails from including local files or network resources.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, recipient, subject, text, html, replyTo, unsubscribeUrl, attachments }) {
      const headers = {
        ...(replyTo === null && { 'Auto-Submitted': 'auto-generated' }),
        ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      };
      await transport.sendMail({
        ...{ messageId, from, to: { name: '', address: recipient }, subject, text, html, headers },
        ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
        attachments: attachments.map(({ name, mediaType, content }) => ({ filename: name, contentType: mediaType, content: Buffer.from(content) })),
      });
    },
    close: () => transport.close(),
  };
}
