import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { ReceiveAddress } from '../receive-address.ts';
import type { OnLinesChanged } from '../receiving/use-receiving.ts';

/** The properties of each tab of Receive Shipment. */
export interface OrderTabProps extends AddressProps<ReceiveAddress> {
  readonly poNumber: string;
  /** Whether the person may create, edit and close packing lists. */
  readonly mayManage: boolean;
  readonly onChanged: OnLinesChanged;
}
