import type { Preferences, PreferencesChange } from '@stowage/contract/identity/user-settings';
import { useUserSetting } from '../../../shared/use-user-setting.ts';

/** The preferences of the signed-in person. */
export function usePreferences() {
  const { value, save, ...state } = useUserSetting('preferences');
  const preferences: Preferences = value ?? {};
  return { ...state, preferences, save: (change: PreferencesChange) => save(() => change) };
}
