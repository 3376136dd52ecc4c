import { isOrderNumber, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { isPermitted } from '@stowage/contract/permissions';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentSession } from '../../../api/session.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import type { OrdersAddress } from '../list/orders-address.ts';

interface OrderScans {
  /** What the search field stands in. */
  readonly searchBox: RefObject<HTMLDivElement | null>;
  /** The search field, its text selected: what is typed next is written over it. */
  readonly searchField: () => HTMLElement | null;
  /** Opens the order whose number a text is. @returns false when it is none */
  readonly open: (text: string, change?: Partial<OrdersAddress>) => boolean;
  /** What goes to the dialog of the order that is open. */
  readonly dialog: {
    readonly handed: readonly string[];
    readonly onHandedTaken: () => void;
    readonly onElsewhere: (code: string) => void;
  };
}

/** What is scanned on the list of orders: an order's own number, from its packing slip, opens it; anything else is searched. */
export function useOrderScans(
  { verify, confirm }: OrdersAddress,
  onAddress: (change: Partial<OrdersAddress>) => void,
  narrow: (change: Partial<OrdersAddress>) => void,
): OrderScans {
  const searchBox = useRef<HTMLDivElement>(null);
  const opening = useRef(false);
  const [handed, setHanded] = useState<readonly string[]>([]);
  const searchField = () => {
    const field = searchBox.current?.querySelector('input') ?? null;
    field?.select();
    return field;
  };
  const open = (text: string, change: Partial<OrdersAddress> = {}) => {
    const orderId = normalizeCode(text);
    if (!isOrderNumber(orderId) || !isPermitted(currentSession()?.roles ?? [], 'orders.ship')) return false;
    opening.current = orderId !== verify;
    setHanded([]);
    onAddress({ ...change, verify: orderId, piece: undefined });
    return true;
  };
  const find = (q: string) => narrow({ verify: undefined, piece: undefined, q, stage: 'ALL', needs: undefined });
  const scan = (code: string) => {
    // Its dialog comes after the keys that follow it.
    if (opening.current || verify !== undefined) setHanded((before) => [...before, code]);
    else if (confirm === undefined && !open(code)) find(code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another dialog is there, or none
  useEffect(() => {
    opening.current = false;
  }, [verify]);
  useWedge({ onScan: scan, focusField: () => searchField()?.focus(), isDeaf: () => verify !== undefined });
  return {
    searchBox,
    searchField,
    open,
    dialog: { handed, onHandedTaken: () => setHanded([]), onElsewhere: (code) => open(code) || find(code) },
  };
}
