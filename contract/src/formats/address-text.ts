/** The start of a quoted text, a list or an object. */
export const STRUCTURE = /^["[{]/;

/** A text in the address of a screen: as it is, and quoted only if it would be read as something else. */
export function addressText(text: string): string {
  return STRUCTURE.test(text) || text === 'true' || text === 'false' ? JSON.stringify(text) : text;
}

/** The same, encoded for a link: `?po=PO-1`. */
export function addressPart(text: string): string {
  return encodeURIComponent(addressText(text));
}
