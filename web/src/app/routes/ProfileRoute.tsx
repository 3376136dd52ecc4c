import { ProfilePage } from '../../features/identity/profile/ProfilePage.tsx';
import { TEST_LABEL } from '../../features/labels/test-label.ts';
import { ChannelsCard } from '../../features/notifications/ChannelsCard.tsx';
import { useLabels } from '../shell/use-labels.tsx';

/** One's own account, with how one hears of things. */
export function ProfileRoute() {
  const { printLabels, dialog } = useLabels();
  return (
    <>
      <ProfilePage onTestPrint={() => printLabels([TEST_LABEL])}>
        <ChannelsCard />
      </ProfilePage>
      {dialog}
    </>
  );
}
