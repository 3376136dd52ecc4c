import { PANELS, type PanelName } from '@stowage/contract/dashboard/dashboard-cards';
import { isPermitted } from '@stowage/contract/permissions';
import { LayoutGrid } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ActionsPanel } from './ActionsPanel.tsx';
import { ArrangeDialog } from './ArrangeDialog.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import { ClaimsPanel, FlowPanel, ScanRatePanel } from './charts.tsx';
import { SetupGuide } from './guide/SetupGuide.tsx';
import { NumberCardTile } from './NumberCardTile.tsx';
import { SystemPanel } from './SystemPanel.tsx';
import { useFreshParts } from './use-fresh-parts.ts';
import { useLayout } from './use-layout.ts';

interface DashboardPageProps {
  readonly roles: readonly string[];
  /** The administrators' dashboard has its own arrangement of cards. */
  readonly isAdmin?: boolean;
  /** The field for scans and searches. */
  readonly search: ReactNode;
  readonly onOpen: (path: string) => void;
  /** Prints a test label. */
  readonly onTestLabel: () => void;
}

/** Urgent work, figures and recent actions. Each part loads and fails independently. */
export function DashboardPage({ roles, isAdmin = false, search, onOpen, onTestLabel }: DashboardPageProps) {
  const layout = useLayout(roles, isAdmin ? 'adminDashboard' : 'dashboard');
  const [isArranging, setArranging] = useState(false);
  useFreshParts();
  const panels: Readonly<Record<PanelName, ReactNode>> = {
    'stock-flow': <FlowPanel />,
    'scan-rate': <ScanRatePanel />,
    claims: <ClaimsPanel />,
    actions: <ActionsPanel mayUndo={isPermitted(roles, 'stock.write')} onOpen={onOpen} />,
    system: <SystemPanel onOpen={onOpen} />,
  };
  const numbers = layout.numbers.filter((name) => !layout.isHidden(name));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        {search}
        <Button disabled={!layout.isLoaded} onClick={() => setArranging(true)} className="sm:min-h-13 max-sm:min-h-11">
          <LayoutGrid size={16} aria-hidden /> Arrange cards
        </Button>
      </div>
      {isPermitted(roles, PANELS.system.permission) && <SetupGuide onOpen={onOpen} onTestLabel={onTestLabel} />}
      <AttentionCard onOpen={onOpen} />
      {(layout.isLoaded || layout.isFailed) && (
        <>
          {numbers.length > 0 && (
            <section aria-label="Numbers" className="grid gap-3 min-[30rem]:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
              {numbers.map((name) => (
                <NumberCardTile key={name} name={name} onOpen={onOpen} />
              ))}
            </section>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
            {widened(layout.panels.filter((name) => !layout.isHidden(name))).map(({ name, isWide }) => (
              <div key={name} className={isWide ? 'xl:col-span-2' : ''}>
                {panels[name]}
              </div>
            ))}
          </div>
        </>
      )}
      {isArranging && <ArrangeDialog layout={layout} onClose={() => setArranging(false)} />}
    </div>
  );
}

/** In two columns, the actions and a panel without a neighbor take the whole width. */
function widened(names: readonly PanelName[]): { name: PanelName; isWide: boolean }[] {
  let isLeft = true;
  return names.map((name, index) => {
    const next = names[index + 1];
    const isWide = name === 'actions' || (isLeft && (next === undefined || next === 'actions'));
    isLeft = isWide || !isLeft;
    return { name, isWide };
  });
}
