import { EmailNotificationsCard } from '../../features/mail/EmailNotificationsCard.tsx';
import { SettingsPage } from '../../features/pricing/settings/SettingsPage.tsx';

/** The settings of several features on one page. */
export function SettingsRoute() {
  return (
    <SettingsPage>
      <EmailNotificationsCard />
    </SettingsPage>
  );
}
