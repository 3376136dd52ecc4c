/** What the address of the page behind a QR code asks for. */
export type UploadAddress = { readonly token: string } & ({ readonly caseId: number } | { readonly orderId: string });

/** @returns undefined where a part is missing */
export function readUploadAddress(search: string): UploadAddress | undefined {
  const parts = new URLSearchParams(search);
  const token = parts.get('QRToken') ?? '';
  const caseId = parts.get('caseId') ?? '';
  const orderId = parts.get('orderId') ?? '';
  if (token === '') return undefined;
  if (orderId !== '') return { token, orderId };
  return /^[1-9]\d{0,14}$/.test(caseId) ? { token, caseId: Number(caseId) } : undefined;
}
