import { Menu } from '@base-ui/react/menu';
import { VERSION } from '@stowage/contract/version';
import { useNavigate } from '@tanstack/react-router';
import { Calculator, Check, KeyRound, ListChecks, ListTodo, LogOut, Plug, ScrollText, User, Users } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { signOut } from '../../features/identity/sign-in/sign-out.ts';
import { AUDIT_LOG_SCREEN, INTEGRATIONS_SCREEN, mayOpen, PEOPLE_SCREEN, ROLES_SCREEN } from './screens.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme.ts';

const THEMES: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'system', label: 'Theme of the system' },
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
];

const ITEM = 'flex min-h-9 items-center gap-2.5 rounded px-3 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent cursor-pointer';

export function UserMenu() {
  const session = useSession();
  const theme = useThemeChoice();
  const navigate = useNavigate();
  const name = session?.name || session?.email || '';
  return (
    <Menu.Root>
      <Menu.Trigger aria-label={`User menu, ${name}`} className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent">
        {name.slice(0, 1).toUpperCase()}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="z-50">
          <Menu.Popup className="min-w-56 rounded-card border border-line bg-surface p-1 shadow-lg">
            <p className="px-3 py-2">
              <span className="block font-semibold">{session?.name}</span>
              <span className="text-muted">{session?.email}</span>
            </p>
            <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/profile' })}>
              <User size={16} aria-hidden /> Your profile
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/jobs' })}>
              <ListTodo size={16} aria-hidden /> Jobs
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/bulk-actions' })}>
              <ListChecks size={16} aria-hidden /> Bulk Actions
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/fba-fee-lookup' })}>
              <Calculator size={16} aria-hidden /> FBA Fee Lookup
            </Menu.Item>
            {mayOpen(session, INTEGRATIONS_SCREEN) && (
              <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/admin/settings/integrations' })}>
                <Plug size={16} aria-hidden /> Integrations
              </Menu.Item>
            )}
            {mayOpen(session, PEOPLE_SCREEN) && (
              <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/admin/people' })}>
                <Users size={16} aria-hidden /> People
              </Menu.Item>
            )}
            {mayOpen(session, ROLES_SCREEN) && (
              <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/admin/settings/roles' })}>
                <KeyRound size={16} aria-hidden /> Roles
              </Menu.Item>
            )}
            {mayOpen(session, AUDIT_LOG_SCREEN) && (
              <Menu.Item className={ITEM} onClick={() => void navigate({ to: '/audit-log' })}>
                <ScrollText size={16} aria-hidden /> Audit Log
              </Menu.Item>
            )}
            <Menu.RadioGroup
              value={theme}
              onValueChange={(choice: ThemeChoice) => chooseTheme(choice)}
              aria-label="Theme"
              className="my-1 border-y border-line py-1"
            >
              {THEMES.map(({ choice, label }) => (
                <Menu.RadioItem key={choice} value={choice} className={ITEM}>
                  <span className="grid w-4 place-items-center">
                    <Menu.RadioItemIndicator>
                      <Check size={15} aria-hidden />
                    </Menu.RadioItemIndicator>
                  </span>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Item className={ITEM} onClick={signOut}>
              <LogOut size={16} aria-hidden /> Sign out
            </Menu.Item>
            <p className="px-3 py-1.5 text-muted text-sm">Stowage {VERSION}</p>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
