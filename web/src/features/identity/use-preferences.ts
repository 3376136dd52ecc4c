import type { Preferences } from '@stowage/contract/user-settings';
import { useUserSetting } from '../../shared/use-user-setting.ts';

/** How the person who is signed in likes Stowage, and how to change that. */
export function usePreferences(): { preferences: Preferences; isLoaded: boolean; save: (change: Preferences) => void } {
  const { value, isLoaded, save } = useUserSetting('preferences');
  return { preferences: value ?? {}, isLoaded, save: (change) => save((before) => ({ ...before, ...change })) };
}
