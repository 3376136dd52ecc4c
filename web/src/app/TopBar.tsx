import { useNavigate } from '@tanstack/react-router';
import { Bell, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/States.tsx';
import { ScreenSearch } from './ScreenSearch.tsx';
import { type UnsavedPlace, UnsavedScans } from './UnsavedScans.tsx';
import { UserMenu } from './UserMenu.tsx';

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const open = (place: UnsavedPlace) => {
    if ('screen' in place) void navigate({ to: place.screen });
    else if ('countId' in place) void navigate({ to: '/counts/$countId', params: { countId: String(place.countId) } });
    else void navigate({ to: '/receiveinventory', search: { po: place.poNumber, tab: 'receive', list: place.packingListId } });
  };
  const square = 'grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken';
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:px-5">
      <button type="button" aria-label="Open menu" onClick={onMenu} className={`${square} lg:hidden`}>
        <MenuIcon size={20} aria-hidden />
      </button>
      <ScreenSearch />
      <div className="ml-auto">
        <UnsavedScans onOpen={open} />
      </div>
      <button type="button" aria-label="Notifications" aria-haspopup="dialog" onClick={() => setOpen(true)} className={square}>
        <Bell size={19} aria-hidden />
      </button>
      <UserMenu />
      <Drawer label="Notifications" side="right" open={isOpen} onClose={() => setOpen(false)}>
        <EmptyState title="No notifications">Nothing sends notifications yet: they come with jobs, orders and cases.</EmptyState>
      </Drawer>
    </header>
  );
}
