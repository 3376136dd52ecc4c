import { listCounters, listCounts, startCount } from '@stowage/contract/inventory/counts';
import { listLocations } from '@stowage/contract/inventory/locations';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

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
  const [problem, setProblem] = useState<string>();
  const [isBlind, setBlind] = useState(true);
  const [assignee, setAssignee] = useState('');
  const [dueOn, setDueOn] = useState('');
  const people = useQuery(queryFor(listCounters, {}));
  const start = useCommand(startCount, [listCounts]);

  const submit = () => {
    if (locations.length === 0) return setProblem('Please choose at least one location');
    const body = { locations: [...locations], isBlind, assigneeId: assignee === '' ? null : Number(assignee), dueOn: dueOn || null };
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
      <LocationsField {...{ locations, problem }} onLocations={setLocations} onProblem={setProblem} />
      <label className="flex min-h-9 items-center gap-2.5 font-medium">
        <input type="checkbox" checked={isBlind} onChange={({ target }) => setBlind(target.checked)} className="size-5" />
        Blind: hide the booked quantities while counting
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

interface LocationsFieldProps {
  readonly locations: readonly string[];
  readonly problem: string | undefined;
  readonly onLocations: (change: (chosen: readonly string[]) => readonly string[]) => void;
  readonly onProblem: (problem: string | undefined) => void;
}

/** The locations of a count, typed or scanned one by one. */
function LocationsField({ locations, problem, onLocations, onProblem }: LocationsFieldProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const known = useQuery(queryFor(listLocations, {}));
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    // The element's own value: in a scanner's burst it runs ahead of the rendered state.
    const code = event.currentTarget.value.trim().toUpperCase();
    if (event.key !== 'Enter' || code === '') return;
    event.preventDefault();
    // While the locations load, the server checks the code.
    const place = known.data === undefined ? code : known.data.find(({ location }) => location.toUpperCase() === code)?.location;
    setText('');
    if (place === undefined) return onProblem(`There is no location ${code}`);
    onProblem(undefined);
    onLocations((chosen) => (chosen.includes(place) ? chosen : [...chosen, place]));
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
        {known.data?.map(({ id, location }) => (
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
                  onLocations((chosen) => chosen.filter((other) => other !== location));
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
