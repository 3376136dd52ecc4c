import type { Values } from '@stowage/contract/spreadsheets/values';
import type { Database } from '../../../platform/database/connection/connect.ts';
import * as contacts from './vendor-rows.repository.ts';

/** The key of each vendor, in the order of the names: the same for all its spellings. */
export function keysOfVendors(db: Database, vendors: readonly string[]): Promise<string[]> {
  return contacts.keysOfVendors(db, vendors);
}

/** Vendors' addresses for requests for credits, by key. */
export function readContacts(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  return contacts.readContacts(db, keys);
}

export async function saveContacts(tx: Database, addresses: readonly { readonly key: string; readonly email: string }[]): Promise<void> {
  if (addresses.length > 0) await contacts.saveContacts(tx, addresses);
}

export async function deleteContacts(tx: Database, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await contacts.deleteContacts(tx, keys);
}
