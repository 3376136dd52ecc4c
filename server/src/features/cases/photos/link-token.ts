import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

export interface LinkTokens {
  /** @param from what the same token is made of again; without it, a new one */
  make(caseId: number, from?: string): string;
  /** Whether we made this token for this case. It says nothing of whether it still works. */
  isOurs(token: string, caseId: number): boolean;
}

/** Tokens of links: short, because they stand in a QR code; signed, so that a guess never reaches the database. */
export function createLinkTokens(key: string): LinkTokens {
  const hmac = (text: string | Buffer, caseId: number) => createHmac('sha256', key).update(`case link ${caseId} `).update(text).digest();
  const sign = (id: Buffer, caseId: number) => hmac(id, caseId).subarray(0, SIGNATURE_BYTES);
  return {
    make(caseId, from) {
      const id = from === undefined ? randomBytes(ID_BYTES) : hmac(`from ${from}`, caseId).subarray(0, ID_BYTES);
      return Buffer.concat([id, sign(id, caseId)]).toString('base64url');
    },
    isOurs(token, caseId) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + SIGNATURE_BYTES) return false;
      return timingSafeEqual(bytes.subarray(ID_BYTES), sign(bytes.subarray(0, ID_BYTES), caseId));
    },
  };
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
