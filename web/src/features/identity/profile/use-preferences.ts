import { getUserSettings, type Preferences, type PreferencesChange } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { useUserSetting } from '../../../shared/use-user-setting.ts';

/** The preferences of the signed-in person. */
export function usePreferences() {
  const { value, save, ...state } = useUserSetting('preferences');
  const { data } = useQuery(queryFor(getUserSettings, {}));
  const preferences: Preferences = value ?? {};
  return { ...state, preferences, companyTimeZone: data?.companyTimeZone ?? undefined, save: (change: PreferencesChange) => save(() => change) };
}
