import { type FIRST_STEPS, firstSteps } from '@stowage/contract/dashboard/dashboard';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { queryFor } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { PageLink } from '../../ui/table/PageLink.tsx';

const STEPS: Readonly<Record<(typeof FIRST_STEPS)[number], { readonly title: string; readonly path: string }>> = {
  locations: { title: 'Check the locations', path: '/localinventoryadjustment?tab=locations' },
  products: { title: 'Add products', path: '/price-lists?window=bulk-update' },
  printer: { title: 'Choose a label printer and print a test label', path: '/profile' },
  marketplace: { title: 'Connect Amazon', path: '/admin/settings/integrations' },
  people: { title: 'Invite people', path: '/admin/people' },
};

/** The setup steps of a new installation, until the first unit is in stock. */
export function FirstSteps({ onOpen }: { onOpen: (path: string) => void }) {
  const query = useQuery({ ...queryFor(firstSteps, {}), retry: false, refetchOnMount: 'always', refetchOnWindowFocus: 'always' });
  const steps = query.data?.steps ?? [];
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card title="First steps" description={`${done} of ${steps.length} done. This card disappears when the first unit is in stock.`}>
      <ol aria-label="First steps">
        {steps.map(({ name, isDone, detail }) => (
          <li key={name} className="flex min-h-11 items-center gap-3 border-t border-line px-4">
            {isDone ? <CircleCheck size={18} aria-hidden className="text-good" /> : <CircleDashed size={18} aria-hidden className="text-muted" />}
            <span className="sr-only">{isDone ? 'Done:' : 'To do:'}</span>
            <PageLink path={STEPS[name].path} onOpen={onOpen}>
              {STEPS[name].title}
            </PageLink>
            <span className="text-muted">{detail}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
