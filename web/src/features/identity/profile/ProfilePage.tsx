import type { ReactNode } from 'react';
import { AccountCard } from './AccountCard.tsx';
import { PackingCard } from './PackingCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PreferencesCard } from './PreferencesCard.tsx';
import { PasskeysCard } from './passkeys/PasskeysCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SingleSignOnCard } from './SingleSignOnCard.tsx';
import { SoundCard } from './SoundCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';

export function ProfilePage({ onTestPrint, children }: { onTestPrint: () => void; children?: ReactNode }) {
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <AccountCard />
      <PreferencesCard onTestPrint={onTestPrint} />
      <SoundCard />
      <PackingCard />
      <PasswordCard />
      <PasskeysCard />
      <TwoFactorCard />
      <SingleSignOnCard />
      <SessionsCard />
      {children}
    </div>
  );
}
