import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { BOXES_LIMIT, confirmOrder } from '@stowage/contract/orders/order-shipment';
import { orderPage, orderTotals } from '@stowage/contract/orders/orders';
import { carrierOf, plainTrackingNumber } from '@stowage/contract/orders/tracking-numbers';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand, useInvalidate } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { dateFormat, localDay, parseUtcText } from '../../../ui/format/date-time.ts';
import { playTone } from '../../../ui/scan/sounds.ts';
import { ScrollIntoView } from '../packing/ScrollIntoView.tsx';
import { useTrackingScans } from '../packing/use-tracking-scans.ts';
import type { QueuedScan } from '../packing/use-verification.ts';
import { BoxFields } from './BoxFields.tsx';
import { type BoxDraft, EMPTY_BOX, isBoxReady, numberProblem, toEnteredBox, unconfirmedItems } from './box-draft.ts';

interface ShipmentFormProps {
  readonly order: OrderDetail;
  readonly onDone: () => void;
  readonly onLater: () => void;
  /** Scans from before the form was mounted. */
  readonly queued?: readonly QueuedScan[];
  /** Called when the first queued scan is taken. */
  readonly onScanTaken?: () => void;
}

/**
 * Enters the carrier and tracking number of a shipped order, in one box or several. A scanned number names its carrier. A
 * single box is sent at once; with several boxes, the focus moves to the next box without a number.
 */
export function ShipmentForm({ order, onDone, onLater, queued = [], onScanTaken }: ShipmentFormProps) {
  const items = unconfirmedItems(order);
  const [boxes, setBoxes] = useState<readonly BoxDraft[]>(() => initialBoxes(order));
  const today = localDay(new Date());
  // A refused shipment keeps its entered day.
  const [shipDate, setShipDate] = useState(() => shippedOn(order) ?? today);
  const [refused, setRefused] = useState<string>();
  const invalidate = useInvalidate();
  const confirm = useCommand(confirmOrder, [getOrder, orderPage, orderTotals]);
  const isSeveral = boxes.length > 1;
  // Set before the request, because two numbers may be scanned in quick succession.
  const isSending = useRef(false);
  const problem = problemOf(boxes, items);
  const isReady = boxes.every(isBoxReady) && problem === undefined;
  const change = (key: number, part: Partial<BoxDraft>) => {
    setBoxes((now) => now.map((box) => (box.key === key ? { ...box, ...part } : box)));
    setRefused(undefined);
    confirm.reset();
  };
  const enter = (now: readonly BoxDraft[]) => {
    // Flushed, so that the number is in its field before the text is selected.
    flushSync(() => {
      setBoxes(now);
      setRefused(undefined);
      confirm.reset();
    });
    scans.goOn(now);
    const why = numberProblem(now, order);
    if (why !== undefined) return refuse(why);
    send(false, now);
  };
  const refuse = (why: string) => {
    playTone('error');
    setRefused(why);
  };
  const scans = useTrackingScans(boxes, { isBusy: () => isSending.current, onNumber: enter, onRefused: refuse, queued, onScanTaken });
  const submit = () => {
    if (!isSending.current) enter(boxes);
  };
  const send = (sharesTrackingNumber: boolean, now = boxes) => {
    if (!now.every(isBoxReady) || problemOf(now, items) !== undefined || isSending.current) return;
    isSending.current = true;
    const entered = now.map((box) => toEnteredBox(box, !isSeveral));
    const body = { orderId: order.order_id, sharesTrackingNumber, shipDate, timeZone: dateFormat().timeZone, ...(isSeveral ? { boxes: entered } : entered[0]) };
    // The promise handles the answer, because a live message may unmount the form before the answer arrives.
    const sent = confirm.mutateAsync({ body }).finally(() => {
      isSending.current = false;
    });
    sent.then(
      () => {
        playTone('success');
        toast('good', `Amazon is being notified of ${order.order_id}`);
        onDone();
      },
      () => {
        playTone('error');
        // The answer may be lost, or another person was faster.
        void invalidate(getOrder);
        scans.tryAgain();
      },
    );
  };
  return (
    <Form ref={scans.form} onSubmit={submit} onKeyDown={scans.onKeyDown} className="grid gap-4">
      {boxes.map((box, index) => (
        <BoxFields
          key={box.key}
          box={box}
          onChange={(part) => change(box.key, part)}
          {...(isSeveral && { number: index + 1, items, onRemove: () => setBoxes((now) => now.filter(({ key }) => key !== box.key)) })}
        />
      ))}
      <DateField label="Ship date" value={shipDate} max={today} onDay={(day) => setShipDate(day ?? today)} />
      {problem !== undefined && <p className="text-warn">{problem}</p>}
      <Refusal refused={refused} error={confirm.error} onShare={() => send(true)} />
      <div className="flex flex-wrap justify-end gap-2">
        {boxes.length < mostBoxes(items) && (
          <Button look="quiet" className="mr-auto" onClick={() => setBoxes((now) => withAnother(now, items))}>
            <Plus size={16} aria-hidden /> Add box
          </Button>
        )}
        <Button onClick={onLater}>Later</Button>
        <Button type="submit" look="primary" disabled={(!isReady && !isSeveral) || confirm.isPending}>
          {confirm.isPending ? 'Processing...' : 'Confirm shipment'}
        </Button>
      </div>
    </Form>
  );
}

interface RefusalProps {
  /** Why a scanned number was not sent. */
  readonly refused: string | undefined;
  readonly error: Error | null;
  readonly onShare: () => void;
}

/** Shows a refusal. A shared number is a question, which Enter does not answer, so that a scanner's Enter doesn't either. */
function Refusal({ refused, error, onShare }: RefusalProps) {
  const why = refused ?? error?.message;
  if (why === undefined) return null;
  const isQuestion = refused === undefined && error instanceof RefusedError && error.reason === 'tracking_number_shared';
  if (!isQuestion) {
    return (
      <ScrollIntoView key={why}>
        <p role="alert" className="font-medium text-bad [overflow-wrap:anywhere]">
          {why}
        </p>
      </ScrollIntoView>
    );
  }
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {why}
        <Button onClick={onShare}>Use it for both</Button>
      </span>
    </Banner>
  );
}

function shippedOn({ shipment }: OrderDetail): string | undefined {
  const moment = parseUtcText(shipment?.ship_date);
  return moment && localDay(moment);
}

type Unconfirmed = ReturnType<typeof unconfirmedItems>;

function mostBoxes(items: Unconfirmed): number {
  return Math.min(
    BOXES_LIMIT,
    items.reduce((sum, { quantity }) => sum + quantity, 0),
  );
}

/** The refused boxes that were entered before, or one empty box. */
function initialBoxes({ shipment }: OrderDetail): readonly BoxDraft[] {
  const text = (value: number | null) => (value === null ? '' : String(value));
  const open = (shipment?.boxes ?? []).filter(({ confirmed_at }) => confirmed_at === null);
  if (open.length === 0) return [{ ...EMPTY_BOX, key: 1, quantities: {} }];
  return open.map((box, index) => ({
    key: index + 1,
    trackingNumber: box.tracking_number,
    // A carrier that the number named is not a choice, so that the next number can name another one.
    chosenCarrier: carrierOf(box.tracking_number) === box.carrier_code ? undefined : box.carrier_code,
    carrierName: box.carrier_name ?? '',
    shippingMethod: box.shipping_method ?? '',
    weight: text(box.weight_pounds),
    length: text(box.length_inches),
    width: text(box.width_inches),
    height: text(box.height_inches),
    quantities: Object.fromEntries(box.items.map(({ item_id, quantity }) => [item_id, quantity])),
  }));
}

/** When a second box is added, the first one gets all items. */
function withAnother(boxes: readonly BoxDraft[], items: Unconfirmed): readonly BoxDraft[] {
  const all = Object.fromEntries(items.map(({ itemId, quantity }) => [itemId, quantity]));
  const before = boxes.length === 1 ? boxes.map((box) => ({ ...box, quantities: all })) : boxes;
  return [...before, { ...EMPTY_BOX, key: Math.max(...boxes.map(({ key }) => key)) + 1, quantities: {} }];
}

/** Why several boxes cannot be sent as they are. A single box holds everything. */
function problemOf(boxes: readonly BoxDraft[], items: Unconfirmed): string | undefined {
  if (boxes.length === 1) return undefined;
  const inBoxes = (itemId: string) => boxes.reduce((sum, { quantities }) => sum + (quantities[itemId] ?? 0), 0);
  const wrong = items.find(({ itemId, quantity }) => inBoxes(itemId) !== quantity);
  if (wrong !== undefined) return `${inBoxes(wrong.itemId)} of ${wrong.quantity} are packed: ${wrong.title}`;
  if (boxes.some(({ quantities }) => Object.values(quantities).every((quantity) => quantity === 0))) return 'A box is empty.';
  const numbers = boxes.map(({ trackingNumber }) => plainTrackingNumber(trackingNumber)).filter((number) => number !== '');
  return new Set(numbers).size < numbers.length ? 'Two boxes have the same tracking number.' : undefined;
}
