import { QRCodeSVG } from 'qrcode.react';
import { dateTime24, parseUtcText } from '../../ui/format/date-time.ts';

const QR_PIXELS = 128;
/** Names that reach only this computer, so that a phone cannot use them. */
const OWN_NAMES = /^(localhost|127\.|\[::1\])/;

interface UploadQrProps {
  readonly code: { readonly link: string; readonly expires_at: string };
  /** The album's name: `case 3`. */
  readonly of: string;
}

/** The QR code for a phone, and the same address as a link. */
export function UploadQr({ code, of }: UploadQrProps) {
  const link = new URL(code.link, window.location.origin).href;
  const until = parseUtcText(code.expires_at);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-medium">Scan to Upload Photos:</p>
      {/* White in every theme, because readers need the quiet zone. */}
      <div className="rounded-md bg-white p-3">
        <QRCodeSVG value={link} size={QR_PIXELS} level="L" role="img" title={`QR code to upload photos of ${of}`} />
      </div>
      <a href={link} target="_blank" rel="noreferrer" className="max-w-full font-mono text-xs break-all text-accent underline">
        {link}
      </a>
      {until !== undefined && <p className="text-[13px] text-muted">Works for one phone until {dateTime24(until)}.</p>}
      {OWN_NAMES.test(window.location.host) && (
        <p className="text-[13px] text-warn">
          A phone cannot reach {window.location.hostname}. Open Stowage with this computer's name or address in the network.
        </p>
      )}
    </div>
  );
}
