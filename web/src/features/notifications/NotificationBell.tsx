import type { NotificationTab } from '@stowage/contract/notifications/notification-tabs';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Drawer } from '../../ui/dialog/Drawer.tsx';
import { NotificationList } from './NotificationList.tsx';
import { useUnread } from './use-unread.ts';

interface NotificationBellProps {
  readonly userId: string;
  readonly onOpen: (path: string) => void;
}

const MAX_SHOWN = 99;

/** The bell with the number of unread notifications, and the drawer that it opens. */
export function NotificationBell({ userId, onOpen }: NotificationBellProps) {
  const [isOpen, setOpen] = useState(false);
  const [tab, setTab] = useState<NotificationTab>('ALL');
  const unread = useUnread(userId);
  const go = (path: string) => {
    setOpen(false);
    onOpen(path);
  };
  return (
    <>
      <button
        type="button"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken"
      >
        <Bell size={19} aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-bad px-1 text-center text-[11px] leading-4.5 font-semibold text-surface"
          >
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <Drawer label="Notifications" side="right" open={isOpen} onClose={() => setOpen(false)} isWide>
        <div className="p-4">
          <h2 className="mb-3 text-lg font-semibold">Notifications</h2>
          <NotificationList tab={tab} onTab={setTab} onOpen={go} />
          <button type="button" className="mt-3 min-h-8 font-medium text-accent hover:underline" onClick={() => go('/notifications')}>
            Show the last 90 days
          </button>
        </div>
      </Drawer>
    </>
  );
}
