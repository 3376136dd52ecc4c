import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Drawer } from '../../ui/dialog/Drawer.tsx';
import { ShortcutSheet } from '../../ui/keys/ShortcutSheet.tsx';
import { useEarlyScans } from '../../ui/scan/early-scans.ts';
import { SkeletonRows } from '../../ui/states/States.tsx';
import { useReopenedBulk } from '../bulk/use-reopened-bulk.ts';
import { ForbiddenPage } from '../ForbiddenPage.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Navigation } from './Navigation.tsx';
import { isCurrent, mayOpen, SCREENS } from './screens.ts';
import { TopBar } from './TopBar.tsx';
import { useInternalLinks } from './use-internal-links.ts';
import { usePreferences } from './use-preferences.ts';

const COLLAPSED_KEY = 'stowage.sidebar';

/** The sidebar, the top bar, and the current screen under its title. Each person who signs in gets them without what the last one typed. */
export function Shell() {
  const session = useSession();
  // After the end of a session it stays until the router leaves it.
  const [person, setPerson] = useState(session?.userId);
  if (session !== undefined && session.userId !== person) setPerson(session.userId);
  return <PersonalShell key={person} />;
}

function PersonalShell() {
  const session = useSession();
  const dateFormatKey = usePreferences();
  useInternalLinks(useRouter());
  useReopenedBulk();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED_KEY) === 'collapsed');
  // A page below a screen, such as one count, has the title and the permission of that screen.
  const screen = SCREENS.find((candidate) => isCurrent(candidate, pathname)) ?? SCREENS.find(({ path }) => pathname.startsWith(`${path}/`));
  const title = screen?.label ?? 'Stowage';

  useEffect(() => {
    document.title = `${title} · Stowage`;
  }, [title]);

  const collapse = () => {
    localStorage.setItem(COLLAPSED_KEY, isCollapsed ? 'open' : 'collapsed');
    setCollapsed(!isCollapsed);
  };

  return (
    <div className={`min-h-dvh lg:grid ${isCollapsed ? 'lg:grid-cols-[56px_minmax(0,1fr)]' : 'lg:grid-cols-[240px_minmax(0,1fr)]'}`}>
      <a href="#main" className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-surface lg:block">
        <Navigation groupLabel="Inventory Management" pathname={pathname} isCollapsed={isCollapsed} onCollapse={collapse} />
      </aside>
      <Drawer label="Menu" open={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
        <Navigation groupLabel="SF Inventory" pathname={pathname} isCollapsed={false} onFollow={() => setDrawerOpen(false)} />
      </Drawer>
      <ShortcutSheet />
      <LeaveGuard />
      <div className="min-w-0">
        <TopBar onMenu={() => setDrawerOpen(true)} />
        <main id="main" tabIndex={-1} className="mx-auto max-w-[100rem] p-3 outline-none sm:p-5">
          <h1 className="mb-4 text-xl font-semibold">{title}</h1>
          <Screen isAllowed={screen === undefined || mayOpen(session, screen)} dateFormatKey={dateFormatKey} />
        </main>
      </div>
    </div>
  );
}

function Screen({ isAllowed, dateFormatKey }: { isAllowed: boolean; dateFormatKey: string | undefined }) {
  useEarlyScans(isAllowed && dateFormatKey === undefined);
  if (!isAllowed) return <ForbiddenPage />;
  return dateFormatKey === undefined ? <SkeletonRows count={8} /> : <Outlet key={dateFormatKey} />;
}
