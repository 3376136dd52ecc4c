import { getMapSettings, saveMapSettings } from '@stowage/contract/pricing/map-compliance';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';

/** What counts as a violation, from the next sample on. */
export function MapSettingsCard() {
  const settings = useQuery(queryFor(getMapSettings, {}));
  const save = useCommand(saveMapSettings, [getMapSettings]);
  const choose = (countsShipping: boolean) => save.mutate({ body: { countsShipping } }, { onError: (error) => toast('bad', error.message) });
  return (
    <Card title="What counts as a violation" description="Holds for offers that are sampled from now on; what was counted stays.">
      {settings.isPending && <SkeletonRows count={1} />}
      {settings.data === undefined && settings.isError && (
        <ErrorState title="The setting could not be loaded" detail={settings.error.message} onRetry={() => void settings.refetch()} />
      )}
      {settings.data !== undefined && (
        <label className="flex min-h-9 items-center gap-2.5 px-4 pb-4">
          <input type="checkbox" checked={settings.data.countsShipping} disabled={save.isPending} onChange={({ target }) => choose(target.checked)} />
          Compare the price with its shipping
        </label>
      )}
    </Card>
  );
}
