/** The album and token in the address behind a QR code. */
export type UploadAddress = { readonly token: string } & ({ readonly caseId: number } | { readonly orderId: string } | { readonly lineId: number });

/** @returns undefined when a part is missing */
export function readUploadAddress(search: string): UploadAddress | undefined {
  const parts = new URLSearchParams(search);
  const token = parts.get('QRToken') ?? '';
  const caseId = parts.get('caseId') ?? '';
  const lineId = parts.get('lineId') ?? '';
  const orderId = parts.get('orderId') ?? '';
  if (token === '') return undefined;
  if (orderId !== '') return { token, orderId };
  if (isId(lineId)) return { token, lineId: Number(lineId) };
  return isId(caseId) ? { token, caseId: Number(caseId) } : undefined;
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
