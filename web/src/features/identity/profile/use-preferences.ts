import type { Preferences, PreferencesChange } from '@stowage/contract/identity/user-settings';
import { useUserSetting } from '../../../shared/use-user-setting.ts';

interface OwnPreferences {
  readonly preferences: Preferences;
  readonly isLoaded: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
  readonly save: (change: PreferencesChange) => void;
}

/** How the person who is signed in likes Stowage, and how to change that. */
export function usePreferences(): OwnPreferences {
  const { value, save, ...state } = useUserSetting('preferences');
  return { ...state, preferences: value ?? {}, save: (change) => save(() => change) };
}
