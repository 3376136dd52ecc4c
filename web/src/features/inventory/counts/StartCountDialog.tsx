import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { listCounters, listCounts, startCount } from '@stowage/contract/inventory/counts';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useLocations } from '../../../shared/use-locations.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { isEndKey } from '../../../ui/scan/scanner-keys.ts';

interface StartCountDialogProps {
  /** The preselected locations. */
  readonly initial?: readonly string[];
  readonly onClose: () => void;
  readonly onStarted: (id: number) => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Starts a count: its locations, assignee and due date, and whether it is blind. */
export function StartCountDialog({ initial = [], onClose, onStarted, returnFocusTo }: StartCountDialogProps) {
  const [locations, setLocations] = useState(initial);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBlind, setBlind] = useState(true);
  const [assignee, setAssignee] = useState('');
  const [dueOn, setDueOn] = useState('');
  const people = useQuery(queryFor(listCounters, {}));
  const start = useCommand(startCount, [listCounts]);
  const known = useLocations();
  /** Empties the field. @returns the typed location; undefined, and a message, if there is none */
  const take = (typed: string): string | undefined => {
    const code = normalizeCode(typed).toUpperCase();
    // While the locations load, the server checks the code.
    const place = known.data === undefined ? code : known.data.find(({ location }) => location.toUpperCase() === code)?.location;
    setText('');
    setProblem(place === undefined ? `There is no location ${code}` : undefined);
    if (place !== undefined) setLocations((chosen) => withPlace(chosen, place));
    return place;
  };

  const submit = () => {
    const typed = text.trim() === '' ? undefined : take(text);
    if (typed === undefined && text.trim() !== '') return;
    const chosen = typed === undefined ? locations : withPlace(locations, typed);
    if (chosen.length === 0) return setProblem('Please choose at least one location');
    const body = { locations: [...chosen], isBlind, assigneeId: assignee === '' ? null : Number(assignee), dueOn: dueOn || null };
    start.mutate({ body }, { onSuccess: ({ id }) => onStarted(id) });
  };

  return (
    <FormDialog
      title="Start count"
      submitLabel="Start count"
      busyLabel="Processing..."
      command={start}
      onSubmit={submit}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <LocationsField {...{ locations, problem, text, setText }} known={known.data} onAdd={take} onLocations={setLocations} />
      <label className="flex min-h-9 items-center gap-2.5 font-medium">
        <input type="checkbox" checked={isBlind} onChange={({ target }) => setBlind(target.checked)} className="size-5" />
        Hide the booked quantities while counting
      </label>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Assignee"
          value={assignee}
          options={[{ value: '', label: 'Anyone' }, ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onText={setAssignee}
        />
        <DateField label="Due" value={dueOn} onDay={(day = '') => setDueOn(day)} />
      </div>
    </FormDialog>
  );
}

function withPlace(chosen: readonly string[], place: string): readonly string[] {
  return chosen.includes(place) ? chosen : [...chosen, place];
}

interface LocationsFieldProps {
  readonly locations: readonly string[];
  readonly problem: string | undefined;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly known: readonly LocationOption[] | undefined;
  readonly onAdd: (typed: string) => void;
  readonly onLocations: (locations: readonly string[]) => void;
}

/** The locations of a count, typed or scanned one by one. */
function LocationsField({ locations, problem, text, setText, known, onAdd, onLocations }: LocationsFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    // The element's own value: in a scanner's burst it runs ahead of the rendered state.
    const typed = event.currentTarget.value;
    if (!isEndKey(event.key) || event.shiftKey || typed.trim() === '') return;
    event.preventDefault();
    onAdd(typed);
  };
  return (
    <div className="grid gap-2">
      <TextField
        ref={field}
        label="Locations"
        hint="Type or scan a location and press Enter. You can add several."
        autoFocus
        error={problem}
        autoComplete="off"
        className="font-mono"
        list={listId}
        value={text}
        onText={setText}
        onKeyDown={add}
      />
      <datalist id={listId}>
        {known?.map(({ id, location }) => (
          <option key={id} value={location} />
        ))}
      </datalist>
      {locations.length > 0 && (
        <ul aria-label="Chosen locations" className="flex flex-wrap gap-2">
          {locations.map((location) => (
            <li key={location}>
              <Button
                size="small"
                aria-label={`Remove ${location}`}
                onClick={() => {
                  onLocations(locations.filter((other) => other !== location));
                  field.current?.focus();
                }}
              >
                {location} <X size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
