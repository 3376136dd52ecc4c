import { Card } from '../../../ui/Card.tsx';
import { usePreferences } from './use-preferences.ts';

export function PackingCard() {
  const { preferences, isLoaded, save } = usePreferences();
  return (
    <Card title="Packing" description="Applies on every device that you sign in on.">
      <label className="flex min-h-7 items-center gap-2 px-4 pb-4">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={preferences.acceptsFnsku === true}
          disabled={!isLoaded}
          onChange={({ target }) => save({ acceptsFnsku: target.checked })}
        />
        Accept a unit at once when its FNSKU is scanned. Other codes still ask for a confirmation.
      </label>
    </Card>
  );
}
