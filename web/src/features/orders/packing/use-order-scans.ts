import { isOrderNumber, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { isPermitted } from '@stowage/contract/permissions';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentSession } from '../../../api/session.ts';
import type { SearchFormHandle } from '../../../ui/form/SearchForm.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import type { OrdersAddress } from '../list/orders-address.ts';

interface OrderScans {
  readonly search: RefObject<SearchFormHandle | null>;
  /** Opens the order with this number. @returns false when the text is not an order number */
  readonly open: (text: string, change?: Partial<OrdersAddress>) => boolean;
  /** Passed to the dialog of the open order. */
  readonly dialog: {
    readonly initialScans: readonly string[];
    readonly onInitialScansTaken: () => void;
    readonly onOtherOrder: (orderId: string, after: readonly string[]) => void;
  };
}

/** The codes that were scanned after an order number, for the dialog of that order. */
interface WaitingScans {
  readonly orderId: string | undefined;
  readonly codes: readonly string[];
}
const NONE: WaitingScans = { orderId: undefined, codes: [] };

/** Handles scans on the orders list: an order number, such as on a packing slip, opens the order; any other code is searched. */
export function useOrderScans(
  { verify, confirm }: OrdersAddress,
  onAddress: (change: Partial<OrdersAddress>) => void,
  narrow: (change: Partial<OrdersAddress>) => void,
): OrderScans {
  const search = useRef<SearchFormHandle>(null);
  const opening = useRef(false);
  const [waiting, setWaiting] = useState<WaitingScans>(NONE);
  const open = (text: string, change: Partial<OrdersAddress> = {}, codes: readonly string[] = []) => {
    const orderId = normalizeCode(text);
    if (!isOrderNumber(orderId) || !isPermitted(currentSession()?.roles ?? [], 'orders.ship')) return false;
    opening.current = orderId !== verify;
    setWaiting({ orderId, codes });
    onAddress({ ...change, verify: orderId, piece: undefined });
    return true;
  };
  const find = (q: string) => narrow({ verify: undefined, piece: undefined, q, stage: 'ALL', needs: undefined });
  const scan = (code: string) => {
    // The next code may arrive before the dialog is mounted.
    if (opening.current || verify !== undefined) setWaiting(({ orderId, codes }) => ({ orderId: opening.current ? orderId : verify, codes: [...codes, code] }));
    else if (confirm === undefined && !open(code)) find(code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs whenever a dialog opens or closes
  useEffect(() => {
    opening.current = false;
  }, [verify]);
  useWedge({ onScan: scan, focusField: () => search.current?.focus(), isDeaf: () => verify !== undefined });
  return {
    search,
    open,
    dialog: {
      initialScans: waiting.orderId === verify ? waiting.codes : NONE.codes,
      onInitialScansTaken: () => setWaiting(NONE),
      onOtherOrder: (orderId, after) => void open(orderId, {}, after),
    },
  };
}
