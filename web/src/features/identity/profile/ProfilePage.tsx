import type { ReactNode } from 'react';
import { AccountCard } from './AccountCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PreferencesCard } from './PreferencesCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SoundCard } from './SoundCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';

/** One's own account: who one is, how one signs in and where, and how Stowage is for one. */
export function ProfilePage({ onTestPrint, children }: { onTestPrint: () => void; children?: ReactNode }) {
  return (
    <div className="grid max-w-4xl gap-4">
      <AccountCard />
      <PreferencesCard onTestPrint={onTestPrint} />
      <SoundCard />
      <PasswordCard />
      <TwoFactorCard />
      <SessionsCard />
      {children}
    </div>
  );
}
