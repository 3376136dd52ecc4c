import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, PackagePlus } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx';
import { SearchPalette } from '../../features/search/SearchPalette.tsx';
import { placesOf } from './places.ts';
import { ADD_PRODUCT_SCREEN, DASHBOARD_SCREEN, isCurrent, mayOpen } from './screens.ts';
import { type UnsavedPlace, UnsavedScans } from './UnsavedScans.tsx';
import { UserMenu } from './UserMenu.tsx';

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const session = useSession();
  const router = useRouter();
  const navigate = useNavigate();
  const open = (place: UnsavedPlace) => {
    if ('screen' in place) void navigate({ to: place.screen });
    else if ('tab' in place) void navigate({ to: '/merchantfulfilledinventory', search: { tab: place.tab } });
    else if ('countId' in place) void navigate({ to: '/counts/$countId', params: { countId: String(place.countId) } });
    else void navigate({ to: '/receiveinventory', search: { po: place.poNumber, tab: 'receive', list: place.packingListId } });
  };
  // The dashboard has the search as its scan field.
  const isDashboard = useRouterState({ select: ({ location }) => isCurrent(DASHBOARD_SCREEN, location.pathname) });
  const square = 'grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken';
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:px-5">
      <button type="button" aria-label="Open menu" onClick={onMenu} className={`${square} lg:hidden`}>
        <MenuIcon size={20} aria-hidden />
      </button>
      {session !== undefined && !isDashboard && (
        <SearchPalette
          key={`search ${session.userId}`}
          userId={session.userId}
          roles={session.roles}
          places={placesOf(session)}
          onOpen={(path) => router.history.push(path)}
        />
      )}
      <div className="ml-auto">
        <UnsavedScans onOpen={open} />
      </div>
      {mayOpen(session, ADD_PRODUCT_SCREEN) && (
        <Link
          to="/products/new"
          search={{}}
          aria-label={ADD_PRODUCT_SCREEN.label}
          className={`${square} md:flex md:w-auto md:gap-2 md:border md:border-edge md:px-3 md:font-medium`}
        >
          <PackagePlus size={18} aria-hidden /> <span className="max-md:hidden">{ADD_PRODUCT_SCREEN.label}</span>
        </Link>
      )}
      {session !== undefined && (
        <NotificationBell key={`notifications ${session.userId}`} userId={session.userId} onOpen={(path) => router.history.push(path)} />
      )}
      <UserMenu />
    </header>
  );
}
