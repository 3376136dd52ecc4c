import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import type { ReceiveAddress } from '../receive-address.ts';
import type { TellChange } from '../receiving/use-receiving.ts';

/** What each tab of an order is given. */
export interface OrderTabProps {
  readonly poNumber: string;
  readonly address: ReceiveAddress;
  readonly onAddress: ChangeAddress<ReceiveAddress>;
  /** Whether the person may make, edit and close packing lists, not only receive. */
  readonly mayManage: boolean;
  readonly onChanged: TellChange;
}
