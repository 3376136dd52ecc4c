import { OTHER_CARRIER } from '@stowage/contract/orders/order-shipment';
import { CARRIERS } from '@stowage/contract/orders/tracking-numbers';
import { Button } from '../../../ui/Button.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { type BoxDraft, carrierCodeOf } from './box-draft.ts';

interface BoxFieldsProps {
  readonly box: BoxDraft;
  /** The number of the box and the items to pack, when there are several boxes. A single box holds everything. */
  readonly number?: number;
  readonly items?: readonly { readonly itemId: string; readonly title: string; readonly quantity: number }[];
  readonly onChange: (change: Partial<BoxDraft>) => void;
  readonly onRemove?: () => void;
}

const CARRIER_OPTIONS = [{ value: '', label: 'Please select' }, ...[...CARRIERS, OTHER_CARRIER].map((code) => ({ value: code, label: code }))];

/** The carrier, weight and contents of a box. A label that is scanned into any field is a tracking number. */
export function BoxFields({ box, number, items = [], onChange, onRemove }: BoxFieldsProps) {
  const carrierCode = carrierCodeOf(box);
  const isOneOfSeveral = number !== undefined;
  const of = isOneOfSeveral ? ` of box ${number}` : '';
  const measure = (label: string, field: 'weight' | 'length' | 'width' | 'height') => (
    <TextField
      label={label}
      aria-label={`${label}${of}`}
      inputMode="decimal"
      {...PASSES_SCANS}
      value={box[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  );
  return (
    <fieldset className={`grid min-w-0 gap-4 ${isOneOfSeveral ? 'rounded-card border border-line p-3' : ''}`}>
      {isOneOfSeveral && (
        <legend className="px-1 font-semibold">
          Box {number}
          {onRemove !== undefined && (
            <Button size="small" look="quiet" className="ml-2 min-h-11 sm:min-h-8" aria-label={`Remove box ${number}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </legend>
      )}
      <TextField
        label="Tracking number"
        aria-label={`Tracking number${of}`}
        size="bench"
        className="font-mono"
        autoFocus
        autoComplete="off"
        data-tracking
        {...PASSES_SCANS}
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={box.trackingNumber}
        onChange={({ target }) => onChange({ trackingNumber: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Carrier"
          aria-label={`Carrier${of}`}
          value={carrierCode}
          options={CARRIER_OPTIONS}
          onChange={({ target }) => onChange({ chosenCarrier: target.value || undefined })}
        />
        {carrierCode === OTHER_CARRIER ? (
          <TextField
            label="Carrier name"
            aria-label={`Carrier name${of}`}
            {...PASSES_SCANS}
            value={box.carrierName}
            maxLength={60}
            onChange={({ target }) => onChange({ carrierName: target.value })}
          />
        ) : (
          <TextField
            label="Service"
            aria-label={`Service${of}`}
            hint="Optional"
            {...PASSES_SCANS}
            value={box.shippingMethod}
            maxLength={60}
            onChange={({ target }) => onChange({ shippingMethod: target.value })}
          />
        )}
      </div>
      {items.map((item) => (
        <Packed key={item.itemId} item={item} of={of} box={box} onChange={onChange} />
      ))}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent sm:min-h-8">Weight and size</summary>
        <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {measure('Weight, lb', 'weight')}
          {measure('Length, in', 'length')}
          {measure('Width, in', 'width')}
          {measure('Height, in', 'height')}
        </div>
      </details>
    </fieldset>
  );
}

interface PackedProps extends Pick<BoxFieldsProps, 'box' | 'onChange'> {
  readonly item: { readonly itemId: string; readonly title: string; readonly quantity: number };
  readonly of: string;
}

/** How many units of a line are in a box. */
function Packed({ item: { itemId, title, quantity }, of, box, onChange }: PackedProps) {
  const change = (text: string) => onChange({ quantities: { ...box.quantities, [itemId]: Math.max(0, Math.floor(Number(text)) || 0) } });
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0 break-words">{title}</span>
      <span className="flex shrink-0 items-center gap-2">
        <input
          type="number"
          min={0}
          max={quantity}
          {...PASSES_SCANS}
          aria-label={`${title}${of}`}
          className="min-h-11 w-20 rounded-md border border-edge bg-surface px-2 text-right text-ink sm:min-h-9"
          value={box.quantities[itemId] ?? 0}
          onChange={({ target }) => change(target.value)}
        />
        of {quantity}
      </span>
    </div>
  );
}
