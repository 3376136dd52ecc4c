import { type GuideStep, type GuideStepName, setupGuide, skipGuideSteps } from '@stowage/contract/dashboard/guide';
import { getCompany } from '@stowage/contract/identity/company';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { onceFor, queryFor, useCommand } from '../../../api/query.ts';
import { CompanyDialog } from '../../../shared/company/CompanyDialog.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { GuideRow } from './GuideRow.tsx';

interface SetupGuideProps {
  readonly onOpen: (path: string) => void;
  readonly onTestLabel: () => void;
}

/** The steps from an empty installation to the first scan. It disappears when each is done or skipped. */
export function SetupGuide({ onOpen, onTestLabel }: SetupGuideProps) {
  const query = useQuery({ ...queryFor(setupGuide, {}), retry: false, refetchOnMount: 'always', refetchOnWindowFocus: 'always' });
  const skip = useCommand(skipGuideSteps, [setupGuide]);
  const [isCompanyOpen, openCompany] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const steps = query.data?.steps ?? [];
  const open = steps.filter(({ state }) => state === 'OPEN');
  if (open.length === 0) return null;
  const done = steps.filter(({ state }) => state === 'DONE').length;
  const skipped = steps.length - done - open.length;
  const start = (name: GuideStepName, path: string | undefined) => {
    if (path !== undefined) onOpen(path);
    else if (name === 'company') openCompany(true);
    else onTestLabel();
  };
  return (
    <Card
      title="Set up Stowage"
      description={`${done} of ${steps.length} done${skipped > 0 ? `, ${skipped} skipped` : ''}. Leave it whenever you like: each step shows what is there.`}
    >
      <progress aria-label="Steps done" className="mx-4 mb-3 block h-1.5 w-[calc(100%-2rem)] accent-accent" value={done} max={steps.length} />
      {skip.error !== null && (
        <div className="px-4 pb-3">
          <ErrorText>{skip.error.message}</ErrorText>
        </div>
      )}
      <ol ref={list} tabIndex={-1} aria-label="Steps">
        {steps.map((step: GuideStep) => (
          <GuideRow
            key={step.name}
            step={step}
            isNext={step.name === open[0]?.name}
            isBusy={skip.isPending}
            onStart={start}
            onSkip={(isSkipped) => {
              skip.mutate({ body: { steps: [step.name], isSkipped } });
              // The button goes away with the step.
              list.current?.focus();
            }}
          />
        ))}
      </ol>
      {isCompanyOpen && <EnteredCompany onClose={() => openCompany(false)} returnFocusTo={() => list.current} />}
    </Card>
  );
}

/** Somebody else may have entered it since. */
function EnteredCompany(props: { onClose: () => void; returnFocusTo: () => HTMLElement | null }) {
  const { data } = useQuery(onceFor(getCompany, {}));
  return data === undefined ? null : <CompanyDialog company={data.company} {...props} />;
}
