import { getMapSettings, saveMapSettings } from '@stowage/contract/pricing/map-compliance';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

/** The definition of a violation, for future samples. */
export function MapSettingsCard() {
  const settings = useQuery(queryFor(getMapSettings, {}));
  const save = useCommand(saveMapSettings, [getMapSettings]);
  const choose = (countsShipping: boolean) => save.mutate({ body: { countsShipping } }, { onError: (error) => toast('bad', error.message) });
  return (
    <Card title="What counts as a violation" description="Applies to offers that are sampled from now on. Existing counts stay.">
      <QueryResult query={settings} failure="The setting could not be loaded" rows={1}>
        {({ countsShipping }) => (
          <label className="flex min-h-9 items-center gap-2.5 px-4 pb-4">
            <input type="checkbox" checked={countsShipping} disabled={save.isPending} onChange={({ target }) => choose(target.checked)} />
            Include shipping in the compared price
          </label>
        )}
      </QueryResult>
    </Card>
  );
}
