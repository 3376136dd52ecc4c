/** A random id of 128 bits. `crypto.randomUUID` exists on HTTPS and localhost only; a warehouse may have neither. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
