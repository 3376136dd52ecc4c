import { CARRIERS, confirmOrder, getOrder, OTHER_CARRIER, orderPage, orderTotals } from '@stowage/contract/orders';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { playTone } from '../../ui/sounds.ts';
import { toast } from '../../ui/Toast.tsx';
import { carrierOf } from './carrier-of.ts';

interface ShipmentFormProps {
  readonly orderId: string;
  /** What was entered before. */
  readonly initial?: { readonly carrier: string; readonly trackingNumber: string } | undefined;
  readonly onDone: () => void;
  readonly onLater: () => void;
}

const CARRIER_OPTIONS = [...CARRIERS, OTHER_CARRIER].map((code) => ({ value: code, label: code }));

/** Carrier and tracking number of a shipped order. A number that is scanned names its carrier itself, and is sent at once. */
export function ShipmentForm({ orderId, initial, onDone, onLater }: ShipmentFormProps) {
  const [trackingNumber, setTrackingNumber] = useState(initial?.trackingNumber ?? '');
  const [chosen, setChosen] = useState<string | undefined>(initial?.carrier);
  const [carrierName, setCarrierName] = useState('');
  const [shippingMethod, setShippingMethod] = useState('');
  const confirm = useCommand(confirmOrder, [getOrder, orderPage, orderTotals]);
  const carrierCode = chosen ?? carrierOf(trackingNumber) ?? '';
  const isReady = trackingNumber.trim().length >= 4 && carrierCode !== '' && (carrierCode !== OTHER_CARRIER || carrierName.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || confirm.isPending) return;
    const body = { orderId, carrierCode, carrierName: carrierCode === OTHER_CARRIER ? carrierName : '', shippingMethod, trackingNumber };
    // Told by the promise: the live message may take this form away before the answer is here.
    confirm.mutateAsync({ body }).then(
      () => {
        playTone('success');
        toast('good', `The marketplace is being told of ${orderId}`);
        onDone();
      },
      () => playTone('error'),
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label="Tracking number"
        size="bench"
        className="font-mono"
        autoFocus
        autoComplete="off"
        value={trackingNumber}
        onChange={({ target }) => setTrackingNumber(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Carrier"
          value={carrierCode}
          options={[{ value: '', label: 'Please select' }, ...CARRIER_OPTIONS]}
          onChange={({ target }) => setChosen(target.value || undefined)}
        />
        {carrierCode === OTHER_CARRIER ? (
          <TextField label="Carrier name" value={carrierName} maxLength={60} onChange={({ target }) => setCarrierName(target.value)} />
        ) : (
          <TextField label="Service" hint="Optional" value={shippingMethod} maxLength={60} onChange={({ target }) => setShippingMethod(target.value)} />
        )}
      </div>
      {confirm.error !== null && (
        <p role="alert" className="font-medium text-bad">
          {confirm.error.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onLater}>Later</Button>
        <Button type="submit" look="primary" disabled={!isReady || confirm.isPending}>
          {confirm.isPending ? 'Processing...' : 'Confirm shipment'}
        </Button>
      </div>
    </form>
  );
}
