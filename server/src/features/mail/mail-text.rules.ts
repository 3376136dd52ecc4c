import { muteByLink } from '@stowage/contract/notifications/mute-link';
import { MUTE_LINK_PATH } from '@stowage/contract/notifications/mute-link-path';

/** What a mail says. Its links are paths here: at which address Stowage is reached is known when it leaves. */
export interface MailContent {
  readonly lines: readonly string[];
  readonly action?: { readonly label: string; readonly path: string };
  readonly footer?: { readonly text: string; readonly path: string };
  /** Ends mails of its kind. */
  readonly mute?: { readonly label: string; readonly token: string };
}

export interface ComposedMail {
  readonly text: string;
  readonly html: string;
  /** Where a mail program unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

const MAX_SUBJECT_LENGTH = 200;

/** What comes from outside stays one line of one header. */
export function toSubject(text: string): string {
  return [...text]
    .map((character) => (isControl(character) ? ' ' : character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SUBJECT_LENGTH);
}

/** A mail's text and HTML. What comes from outside is no markup. */
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
    // Mail programs call it, which only a protected connection may carry.
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
