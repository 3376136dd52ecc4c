import { Card } from '../../ui/Card.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { NotificationList } from './NotificationList.tsx';
import type { NotificationAddress } from './notification-address.ts';

interface NotificationsPageProps extends AddressProps<NotificationAddress> {
  readonly onOpen: (path: string) => void;
}

export function NotificationsPage({ address, onAddress, onOpen }: NotificationsPageProps) {
  return (
    <div className="max-w-4xl">
      <Card title="The last 90 days" description="Choose which notifications you get in your profile.">
        <div className="px-4 pb-4">
          <NotificationList tab={address.tab ?? 'ALL'} onTab={(tab) => onAddress({ tab: tab === 'ALL' ? undefined : tab })} onOpen={onOpen} />
        </div>
      </Card>
    </div>
  );
}
