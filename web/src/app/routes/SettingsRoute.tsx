import { EmailNotificationsCard } from '../../features/mail/EmailNotificationsCard.tsx';
import { SettingsPage } from '../../features/pricing/settings/SettingsPage.tsx';

/** The settings page with the mail settings, which are another feature's. */
export function SettingsRoute() {
  return (
    <SettingsPage>
      <EmailNotificationsCard />
    </SettingsPage>
  );
}
