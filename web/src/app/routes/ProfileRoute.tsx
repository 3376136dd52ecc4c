import { ProfilePage } from '../../features/identity/profile/ProfilePage.tsx';
import { TEST_LABEL } from '../../features/labels/test-label.ts';
import { ChannelsCard } from '../../features/notifications/ChannelsCard.tsx';
import { useLabels } from '../shell/labels.tsx';

/** The profile page with the notification channels, which are another feature's. */
export function ProfileRoute() {
  const { printLabels } = useLabels();
  return (
    <ProfilePage onTestPrint={() => printLabels([TEST_LABEL])}>
      <ChannelsCard />
    </ProfilePage>
  );
}
