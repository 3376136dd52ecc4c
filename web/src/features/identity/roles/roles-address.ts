import { addressReader, word } from '../../../shared/address-parts.ts';

export const readRolesAddress = addressReader({
  /** The key of the role that is open. */
  role: word,
});
export type RolesAddress = ReturnType<typeof readRolesAddress>;
