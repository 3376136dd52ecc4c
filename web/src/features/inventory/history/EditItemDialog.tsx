import { conditionName } from '@stowage/contract/catalog/conditions';
import { listLocationOptions } from '@stowage/contract/inventory/locations';
import { type HistoryRow, SCAN_QUANTITY } from '@stowage/contract/inventory/scan';
import { SHELF_LOCATIONS } from '@stowage/contract/inventory/shelf-locations';
import { moveUnit } from '@stowage/contract/inventory/units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, NoAnswerError } from '../../../api/problem.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { dateTime24, parseUtcText } from '../../../ui/format/date-time.ts';
import { locationOptions } from '../locations/location-options.ts';
import { itemName } from './item-name.ts';

interface EditItemDialogProps {
  readonly item: HistoryRow;
  /** `fixed`: the shelves A-1 to G-8. `loaded`: the active locations, one of which is required. */
  readonly locationSource: 'fixed' | 'loaded';
  readonly onClose: () => void;
  readonly onSaved: () => void;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Shows a unit and moves it to another location. */
export function EditItemDialog({ item, locationSource, onClose, onSaved, returnFocusTo }: EditItemDialogProps) {
  const [opened] = useState(item.location);
  const [location, setLocation] = useState(opened);
  const [problem, setProblem] = useState<string>();
  const loaded = useQuery({ ...queryFor(listLocationOptions, {}), enabled: locationSource === 'loaded' });
  const move = useCommand(moveUnit);

  const save = () => {
    if (locationSource === 'loaded' && location === '') return setProblem('Please select a location');
    setProblem(undefined);
    // Somebody else has moved the unit meanwhile, and this would move it back.
    if (location === opened && item.location !== opened) return onSaved();
    move.mutate({ body: { id: item.id, location, quantity: SCAN_QUANTITY } }, { onSuccess: onSaved, onError: (error) => setProblem(reportFailure(error)) });
  };

  const locations = locationSource === 'fixed' ? SHELF_LOCATIONS.map((code) => ({ location: code })) : (loaded.data ?? []);
  return (
    <FormDialog title={itemName(item)} submitLabel="Save" isBusy={move.isPending} onSubmit={save} onClose={onClose} {...(returnFocusTo && { returnFocusTo })}>
      <Facts
        facts={[
          ['FNSKU', item.identifier || 'N/A'],
          ['Seller SKU', item.seller_sku || 'N/A'],
          ['ASIN', item.asin || 'N/A'],
          ['Condition', conditionName(item.sku_condition) || 'N/A'],
          ['Quantity', String(item.quantity ?? 1) || 'N/A'],
          ['Created', created(item) || 'N/A'],
        ]}
      />
      <SelectField
        label="Location"
        value={location}
        error={problem ?? (loaded.isError ? 'Failed to load location options' : undefined)}
        options={locationOptions('Select Location', withCurrent(locations, item.location))}
        onChange={({ target }) => {
          setLocation(target.value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}

/** Adds the unit's location if the options don't include it, such as receiving. */
function withCurrent(locations: readonly { readonly location: string }[], current: string) {
  return locations.some(({ location }) => location === current) ? locations : [{ location: current }, ...locations];
}

function created(item: HistoryRow): string {
  const moment = parseUtcText(item.created_at);
  return moment === undefined ? 'N/A' : dateTime24(moment);
}

/** Shows the toasts that the specification requires. @returns the field's error */
function reportFailure(error: Error): string {
  const message = failureMessage(error);
  if (message !== undefined) toast('bad', `Failed to update location: ${message || 'Unknown error'}`);
  else if (error instanceof NoAnswerError) console.error(error);
  else toast('bad', 'Failed to update location - please try again');
  return error instanceof NoAnswerError ? 'Not saved: the server does not answer. Please try again.' : (message ?? error.message);
}
