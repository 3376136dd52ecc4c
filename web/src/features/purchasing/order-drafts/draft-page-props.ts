import { addressPart } from '@stowage/contract/formats/address-text';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { DraftAddress } from './drafts-address.ts';

export interface DraftPageProps extends AddressProps<DraftAddress> {
  /** undefined for a new order */
  readonly id: number | undefined;
  /** Opens the path of another page. @param replaces the page in the history */
  readonly onOpen: (path: string, replaces?: boolean) => void;
}

export function pathOfOrder(poNumber: string): string {
  return `/receiveinventory?po=${addressPart(poNumber)}`;
}
