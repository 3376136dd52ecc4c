import { activateLocation, deactivateLocation, type LocationRow, listLocationMaster } from '@stowage/contract/inventory/locations';
import { useQuery } from '@tanstack/react-query';
import { Grid3x3, Plus, Printer } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureMessage } from '../../../api/problem.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { locationLabel, type PrintLabels } from '../history/label-of.ts';
import { LocationDialog } from './LocationDialog.tsx';
import { locationColumns } from './location-columns.tsx';
import { PatternDialog } from './PatternDialog.tsx';

/** The location whose dialog is open, `new` for one, `pattern` for many; `print` opens the labels of all. */
type OpenPlace = number | 'new' | 'pattern' | 'print' | undefined;

interface LocationsCardProps {
  readonly place: OpenPlace;
  readonly onPlace: (place: OpenPlace) => void;
  readonly onPrint: PrintLabels;
}

const ADD_BUTTON = 'add-location';
const PATTERN_BUTTON = 'make-locations';

/** The location master. */
export function LocationsCard({ place, onPlace, onPrint }: LocationsCardProps) {
  const [filter, setFilter] = useState('');
  const mayManage = useMay('locations.manage');
  const list = useQuery(queryFor(listLocationMaster, {}));
  const toggle = useActiveToggle();
  const rows = (list.data ?? []).filter((row) => matches(row, filter));
  // The address names the dialog until it is closed: a page that is built anew meanwhile, as after a sign-in, opens it again.
  const printAll = useEffectEvent(() => {
    const shelves = (list.data ?? []).filter(({ active, kind }) => active && kind === 'SHELF');
    onPrint(shelves.map(locationLabel), 1, () => onPlace(undefined));
  });
  const isPrinting = place === 'print' && list.data !== undefined;
  useEffect(() => {
    if (isPrinting) printAll();
  }, [isPrinting]);
  const edited = list.data?.find(({ id }) => id === place);
  const columns = locationColumns({
    onPrint: (row) => onPrint([locationLabel(row)]),
    ...(mayManage && { onEdit: (row: LocationRow) => onPlace(row.id), onToggle: toggle.run, isBusy: toggle.isBusy }),
  });
  return (
    <Card
      title="Locations"
      description={mayManage ? 'Shelves and all other locations of units.' : 'Shelves and all other locations of units. Ask an administrator to change them.'}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button disabled={rows.length === 0} onClick={() => onPrint(rows.filter(({ active }) => active).map(locationLabel))}>
            <Printer size={16} aria-hidden /> Print labels
          </Button>
          {mayManage && (
            <>
              <Button id={PATTERN_BUTTON} onClick={() => onPlace('pattern')}>
                <Grid3x3 size={16} aria-hidden /> Make from a pattern
              </Button>
              <Button id={ADD_BUTTON} look="primary" onClick={() => onPlace('new')}>
                <Plus size={16} aria-hidden /> Add location
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className="px-4 pb-4 sm:max-w-md">
        <TextField label="Filter" placeholder="Code, name or zone" autoComplete="off" value={filter} onText={setFilter} />
      </div>
      <QueryResult
        query={list}
        failure="The locations could not be loaded"
        rows={10}
        isEmpty={() => rows.length === 0}
        empty={<EmptyState title="No locations found">No location has {filter} in its code, name or zone.</EmptyState>}
      >
        {() => <DataTable label="Locations" columns={columns} rows={rows} keyOf={(row) => row.id} isStruck={(row) => !row.active} />}
      </QueryResult>
      {mayManage && place === 'pattern' && list.data !== undefined && (
        <PatternDialog
          locations={list.data}
          onPrint={onPrint}
          onClose={() => onPlace(undefined)}
          returnFocusTo={() => document.getElementById(PATTERN_BUTTON)}
        />
      )}
      {mayManage && (place === 'new' || edited !== undefined) && (
        <LocationDialog
          key={place}
          location={edited}
          onClose={() => onPlace(undefined)}
          returnFocusTo={() => document.getElementById(place === 'new' ? ADD_BUTTON : `edit-location-${place}`)}
        />
      )}
    </Card>
  );
}

function useActiveToggle() {
  const activate = useCommand(activateLocation, [listLocationMaster]);
  const deactivate = useCommand(deactivateLocation, [listLocationMaster]);
  const run = (row: LocationRow) =>
    (row.active ? deactivate : activate).mutate(
      { body: { id: row.id } },
      {
        onSuccess: ({ message }) => toast('good', `${row.code}: ${message}`),
        onError: (error) => toast('bad', failureMessage(error) ?? 'Not changed: the server does not answer. Please try again.'),
      },
    );
  return { run, isBusy: activate.isPending || deactivate.isPending };
}

function matches({ code, name, zone }: LocationRow, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return [code, name, zone].some((text) => text?.toLowerCase().includes(wanted) ?? false);
}
