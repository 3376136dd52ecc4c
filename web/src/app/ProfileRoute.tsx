import { ProfilePage } from '../features/identity/ProfilePage.tsx';
import { ChannelsCard } from '../features/notifications/ChannelsCard.tsx';

/** One's own account, with how one hears of things. */
export function ProfileRoute() {
  return (
    <ProfilePage>
      <ChannelsCard />
    </ProfilePage>
  );
}
