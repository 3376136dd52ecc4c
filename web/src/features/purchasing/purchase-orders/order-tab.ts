import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import type { ReceiveAddress } from '../receive-address.ts';
import type { OnLinesChanged } from '../receiving/use-receiving.ts';

/** The properties of each tab of Receive Shipment. */
export interface OrderTabProps {
  readonly poNumber: string;
  readonly address: ReceiveAddress;
  readonly onAddress: ChangeAddress<ReceiveAddress>;
  /** Whether the person may create, edit and close packing lists. */
  readonly mayManage: boolean;
  readonly onChanged: OnLinesChanged;
}
