import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import type { CompetitorGroup } from './map-report.ts';

interface CompetitorPickerProps {
  readonly groups: readonly CompetitorGroup[];
  readonly chosen: ReadonlySet<number>;
  readonly notice: string | undefined;
  readonly onChoose: (ids: ReadonlySet<number>) => void;
  readonly onLoad: () => void;
  readonly onSave: () => void;
}

/** The list shows at most this many competitors. */
const SHOWN = 300;
/** Amazon reports no names, so a new competitor has its seller ID as its name. */
const SELLER_ID = /^A[0-9A-Z]{9,}$/;

/** Selects the competitors of a report. Accounts with the same name are selected together. */
export function CompetitorPicker({ groups, chosen, notice, onChoose, onLoad, onSave }: CompetitorPickerProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = groups.filter(({ name }) => name.toLowerCase().includes(wanted));
  const isChosen = ({ ids }: CompetitorGroup) => ids.every((id) => chosen.has(id));
  const isAll = found.length > 0 && found.every(isChosen);
  const unnamed = useMay('settings.manage') ? groups.filter(({ name }) => SELLER_ID.test(name)).length : 0;
  const toggle = (some: readonly CompetitorGroup[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of some.flatMap(({ ids }) => ids)) isOn ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <legend className="mb-1.5 font-medium">Competitors</legend>
      <TextField label="Search" type="search" placeholder="Search competitors..." value={search} onText={setSearch} />
      <div className="rounded-md border border-edge">
        <label className="flex min-h-9 items-center gap-2.5 border-b border-line px-3 font-medium">
          <input type="checkbox" checked={isAll} disabled={found.length === 0} onChange={({ target }) => toggle(found, target.checked)} /> Select All
        </label>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus */}
        <div role="group" aria-label="Found competitors" tabIndex={0} className="h-[240px] overflow-y-auto py-1">
          {found.slice(0, SHOWN).map((group) => (
            <label key={group.name} className="flex min-h-8 items-center gap-2.5 px-3 hover:bg-sunken">
              <input type="checkbox" checked={isChosen(group)} onChange={({ target }) => toggle([group], target.checked)} />
              <span className="min-w-0 truncate">
                {group.name} {group.ids.length > 1 && <span className="text-muted">({group.ids.length} accounts)</span>}
              </span>
            </label>
          ))}
          {found.length > SHOWN && <p className="px-3 py-2 text-muted">… and {numberText(found.length - SHOWN)} more: search to see them</p>}
          {found.length === 0 && <p className="px-3 py-2 text-muted">No competitor has this name</p>}
        </div>
      </div>
      <p className="text-muted" aria-live="polite">
        {numberText(groups.filter(isChosen).length)} of {numberText(groups.length)} competitors selected
      </p>
      {unnamed > 0 && (
        <p className="text-muted">
          {counted(unnamed, 'competitor is known by its seller ID only.', 'competitors are known by their seller IDs only.')}{' '}
          <a href="/admin/settings/competitors" className="text-accent underline">
            Name them
          </a>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onLoad}>Load Selection</Button>
        <Button onClick={onSave} disabled={chosen.size === 0}>
          Save Selection
        </Button>
        <span role="status" className="text-muted">
          {notice}
        </span>
      </div>
    </fieldset>
  );
}
