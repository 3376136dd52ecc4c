import { BOXES_LIMIT, confirmOrder } from '@stowage/contract/order-shipment';
import { getOrder, type OrderDetail, orderPage, orderTotals } from '@stowage/contract/orders';
import { plainTrackingNumber } from '@stowage/contract/tracking-numbers';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { playTone } from '../../ui/sounds.ts';
import { toast } from '../../ui/Toast.tsx';
import { BoxFields } from './BoxFields.tsx';
import { type BoxDraft, EMPTY_BOX, isBoxReady, leftToPack, toEnteredBox } from './box-draft.ts';

interface ShipmentFormProps {
  readonly order: OrderDetail;
  readonly onDone: () => void;
  readonly onLater: () => void;
}

/**
 * How a shipped order goes: by which carrier, in one box or in several. A number that is scanned names its carrier itself;
 * with one box it is sent at once, with several the next box without a number is on.
 */
export function ShipmentForm({ order, onDone, onLater }: ShipmentFormProps) {
  const left = leftToPack(order);
  const [boxes, setBoxes] = useState<readonly BoxDraft[]>(() => enteredBefore(order));
  const confirm = useCommand(confirmOrder, [getOrder, orderPage, orderTotals]);
  const isSeveral = boxes.length > 1;
  const problem = isSeveral ? packingProblem(boxes, left) : undefined;
  const isReady = boxes.every(isBoxReady) && problem === undefined;
  const change = (key: number, part: Partial<BoxDraft>) => setBoxes((now) => now.map((box) => (box.key === key ? { ...box, ...part } : box)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady) focusUndone(event.currentTarget, boxes);
    if (!isReady || confirm.isPending) return;
    const entered = boxes.map((box) => toEnteredBox(box, !isSeveral));
    const body = { orderId: order.order_id, ...(isSeveral ? { boxes: entered } : entered[0]) };
    // Told by the promise: the live message may take this form away before the answer is here.
    confirm.mutateAsync({ body }).then(
      () => {
        playTone('success');
        toast('good', `The marketplace is being told of ${order.order_id}`);
        onDone();
      },
      () => playTone('error'),
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {boxes.map((box, index) => (
        <BoxFields
          key={box.key}
          box={box}
          onChange={(part) => change(box.key, part)}
          {...(isSeveral && { nth: index + 1, items: left, onRemove: () => setBoxes((now) => now.filter(({ key }) => key !== box.key)) })}
        />
      ))}
      {problem !== undefined && <p className="text-warn">{problem}</p>}
      {confirm.error !== null && (
        <p role="alert" className="font-medium text-bad">
          {confirm.error.message}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {boxes.length <
          Math.min(
            BOXES_LIMIT,
            left.reduce((sum, { quantity }) => sum + quantity, 0),
          ) && (
          <Button look="quiet" className="mr-auto" onClick={() => setBoxes((now) => withAnother(now, left))}>
            <Plus size={16} aria-hidden /> Add box
          </Button>
        )}
        <Button onClick={onLater}>Later</Button>
        <Button type="submit" look="primary" disabled={(!isReady && !isSeveral) || confirm.isPending}>
          {confirm.isPending ? 'Processing...' : 'Confirm shipment'}
        </Button>
      </div>
    </form>
  );
}

type Left = ReturnType<typeof leftToPack>;

/** What was entered before and refused, else one box. */
function enteredBefore({ shipment }: OrderDetail): readonly BoxDraft[] {
  const text = (value: number | null) => (value === null ? '' : String(value));
  const open = (shipment?.boxes ?? []).filter(({ confirmed_at }) => confirmed_at === null);
  if (open.length === 0) return [{ ...EMPTY_BOX, key: 1, quantities: {} }];
  return open.map((box, index) => ({
    key: index + 1,
    trackingNumber: box.tracking_number,
    chosenCarrier: box.carrier_code,
    carrierName: box.carrier_name ?? '',
    shippingMethod: box.shipping_method ?? '',
    weight: text(box.weight_pounds),
    length: text(box.length_inches),
    width: text(box.width_inches),
    height: text(box.height_inches),
    quantities: Object.fromEntries(box.items.map(({ item_id, quantity }) => [item_id, quantity])),
  }));
}

/** The first of several boxes begins with everything, the others with nothing. */
function withAnother(boxes: readonly BoxDraft[], left: Left): readonly BoxDraft[] {
  const all = Object.fromEntries(left.map(({ itemId, quantity }) => [itemId, quantity]));
  const before = boxes.length === 1 ? boxes.map((box) => ({ ...box, quantities: all })) : boxes;
  return [...before, { ...EMPTY_BOX, key: Math.max(...boxes.map(({ key }) => key)) + 1, quantities: {} }];
}

/** Why several boxes cannot be told as they are. */
function packingProblem(boxes: readonly BoxDraft[], left: Left): string | undefined {
  const inBoxes = (itemId: string) => boxes.reduce((sum, { quantities }) => sum + (quantities[itemId] ?? 0), 0);
  const wrong = left.find(({ itemId, quantity }) => inBoxes(itemId) !== quantity);
  if (wrong !== undefined) return `${inBoxes(wrong.itemId)} of ${wrong.quantity} are packed: ${wrong.title}`;
  if (boxes.some(({ quantities }) => Object.values(quantities).every((quantity) => quantity === 0))) return 'A box is empty.';
  const numbers = boxes.map(({ trackingNumber }) => plainTrackingNumber(trackingNumber)).filter((number) => number !== '');
  return new Set(numbers).size < numbers.length ? 'Two boxes have the same tracking number.' : undefined;
}

/** After a scan the next box is on. */
function focusUndone(form: HTMLFormElement, boxes: readonly BoxDraft[]): void {
  const next = boxes.findIndex(({ trackingNumber }) => trackingNumber.trim() === '');
  form.querySelectorAll<HTMLInputElement>('[data-tracking]')[next]?.focus();
}
