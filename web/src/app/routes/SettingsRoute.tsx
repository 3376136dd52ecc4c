import { SkippedStepsCard } from '../../features/dashboard/guide/SkippedStepsCard.tsx';
import { DemoDataCard } from '../../features/demo/DemoDataCard.tsx';
import { CompanyCard } from '../../features/identity/company/CompanyCard.tsx';
import { EmailNotificationsCard } from '../../features/mail/EmailNotificationsCard.tsx';
import { SettingsPage } from '../../features/pricing/settings/SettingsPage.tsx';

/** The settings page with the mail settings and the demo data, which are other features'. */
export function SettingsRoute() {
  return (
    <SettingsPage>
      <CompanyCard />
      <EmailNotificationsCard />
      <SkippedStepsCard />
      <DemoDataCard />
    </SettingsPage>
  );
}
