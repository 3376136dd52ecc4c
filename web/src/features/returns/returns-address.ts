import { addressReader, oneOf, positive, text } from '../../shared/address-parts.ts';

/** Reads the address of Returns: the scanned code, the line in the dialog, and whether today's decisions replace the recent packages. */
export const readReturnsAddress = addressReader({ q: text, line: positive, processed: oneOf('today') });
export type ReturnsAddress = ReturnType<typeof readReturnsAddress>;
