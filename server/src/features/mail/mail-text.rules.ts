import { muteByLink } from '@stowage/contract/notifications/mute-link';
import { MUTE_LINK_PATH } from '@stowage/contract/notifications/mute-link-path';

/** The content of a mail. Links are paths, because the public address is known only when the mail is sent. */
export interface MailContent {
  readonly lines: readonly string[];
  readonly action?: { readonly label: string; readonly path: string };
  readonly footer?: { readonly text: string; readonly path: string };
  /** A link that turns off mails of this kind. */
  readonly mute?: { readonly label: string; readonly token: string };
}

export interface ComposedMail {
  readonly text: string;
  readonly html: string;
  /** For one-click unsubscription (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

const MAX_SUBJECT_LENGTH = 200;

/** Removes line breaks and control characters, so that a text can't inject headers. */
export function toSubject(text: string): string {
  return [...text]
    .map((character) => (isControl(character) ? ' ' : character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SUBJECT_LENGTH);
}

/** Composes the text and the HTML of a mail; escapes all values. */
export function composeMail({ lines, action, footer, mute }: MailContent, address: string): ComposedMail {
  const small = [...(footer ? [footer] : []), ...(mute ? [{ text: mute.label, path: `${MUTE_LINK_PATH}#${mute.token}` }] : [])];
  const text = [
    ...lines,
    ...(action ? [`${action.label}: ${address}${action.path}`] : []),
    ...(small.length > 0 ? [`--\n${small.map(({ text, path }) => `${text}: ${address}${path}`).join('\n')}`] : []),
  ];
  const html = [
    ...lines.map((line) => `<p>${escapeHtml(line).replace(/\n/g, '<br>')}</p>`),
    ...(action ? [`<p>${linkTo(address, action.path, action.label)}</p>`] : []),
    ...small.map((link) => `<p style="color:#667085;font-size:12px">${linkTo(address, link.path, link.text)}</p>`),
  ];
  return {
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:15px/1.5 system-ui,sans-serif">${html.join('')}</body></html>`,
    // Mail programs call the address without confirmation, so it must use HTTPS.
    ...(mute && address.startsWith('https:') && { unsubscribeUrl: `${address}${muteByLink.path.replace(':token', mute.token)}` }),
  };
}

function linkTo(address: string, path: string, label: string): string {
  return `<a href="${escapeHtml(`${address}${path}`)}">${escapeHtml(label)}</a>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');
}

function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 32 || code === 127 || code === 0x2028 || code === 0x2029;
}
