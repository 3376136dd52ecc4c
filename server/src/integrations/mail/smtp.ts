import nodemailer from 'nodemailer';

export interface OutgoingMail {
  /** The same for each attempt, so that a mailbox can tell a repeat. */
  readonly messageId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A person wrote it, and is answered. */
  readonly replyTo: string | null;
  /** Ends mails like it when a mail program posts to it, once. */
  readonly unsubscribeUrl?: string;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Sends mails; undefined where there is no mail server. */
export interface MailTransport {
  /** @throws Error when the server did not take it */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const ANSWER_WITHIN_MS = 20_000;

/** @param url `smtps://user:password@host:465`, or `smtp://…` for STARTTLS where the server offers it */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // A mail brings neither files of this machine nor pages of its network along.
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
