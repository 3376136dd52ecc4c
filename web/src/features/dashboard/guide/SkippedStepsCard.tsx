import { setupGuide, skipGuideSteps } from '@stowage/contract/dashboard/guide';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { GUIDE_TEXTS } from './guide-steps.ts';

/** Brings skipped steps of the setup guide back to the dashboard. Shows nothing if there are none. */
export function SkippedStepsCard() {
  const query = useQuery({ ...queryFor(setupGuide, {}), retry: false });
  const bringBack = useCommand(skipGuideSteps, [setupGuide]);
  const skipped = (query.data?.steps ?? []).filter(({ state }) => state === 'SKIPPED').map(({ name }) => name);
  if (skipped.length === 0) return null;
  return (
    <Card id="setup-guide" title="Setup guide" description="Steps that were skipped. They return to the dashboard.">
      <div className="grid justify-items-start gap-3 px-4 pb-4">
        <p>{skipped.map((name) => GUIDE_TEXTS[name].title).join(', ')}</p>
        <Button disabled={bringBack.isPending} onClick={() => bringBack.mutate({ body: { steps: skipped, isSkipped: false } })}>
          Bring the steps back
        </Button>
        {bringBack.error !== null && <ErrorText>{bringBack.error.message}</ErrorText>}
      </div>
    </Card>
  );
}
