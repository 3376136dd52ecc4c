import { messageOf } from '@stowage/contract/errors';
import { findPoMoney, poMoneyLines } from '@stowage/contract/invoicing/purchase-money';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import type { withOrder } from './invoice-draft.ts';

interface FoundOrder {
  readonly po_number: string;
  readonly vendor: string | null;
  readonly lines: Parameters<typeof withOrder>[1]['lines'];
}

/** Adds a billed purchase order to the invoice. */
export function AddOrder({ firstPo, onOrder }: { firstPo: string | undefined; onOrder: (order: FoundOrder) => void }) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = async (wanted: string) => {
    try {
      const { id } = await call(findPoMoney, { query: { number: wanted } });
      onOrder(await call(poMoneyLines, { params: { id } }));
      // The next number may be in the field already.
      setNumber((now) => (now.trim() === wanted ? '' : now));
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const addFirst = useEffectEvent(() => firstPo !== undefined && void add(firstPo));
  useEffect(() => void addFirst(), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <CodeField
        label="PO Number"
        maxLength={64}
        autoFocus={firstPo === undefined}
        error={problem}
        value={number}
        onText={setNumber}
        onEnter={(text) => text.trim() !== '' && void add(text.trim())}
      />
      <Button className="mt-[1.7rem]" disabled={number.trim() === ''} onClick={() => void add(number.trim())}>
        Add PO
      </Button>
    </div>
  );
}
