import { getUserSettings, type Preferences, saveUserSettings } from '@stowage/contract/user-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../api/query.ts';
import { toast } from '../../ui/Toast.tsx';

/** How the person who is signed in likes Stowage, and how to change that. */
export function usePreferences(): { preferences: Preferences; isLoaded: boolean; save: (change: Preferences) => void } {
  const query = queryFor(getUserSettings, {});
  const client = useQueryClient();
  const settings = useQuery(query);
  const write = useCommand(saveUserSettings);
  const preferences = settings.data?.settings.preferences ?? {};
  return {
    preferences,
    isLoaded: settings.data !== undefined,
    save(change) {
      // Two changes one soon after the other: the second must know the first.
      const before = client.getQueryData<typeof settings.data>(query.queryKey);
      const next = { ...before?.settings.preferences, ...change };
      client.setQueryData(query.queryKey, { settings: { ...before?.settings, preferences: next } });
      write.mutate(
        { body: { settings: { preferences: next } } },
        {
          onError: (error) => {
            toast('bad', `It was not saved: ${error.message}`);
            void client.invalidateQueries({ queryKey: query.queryKey });
          },
        },
      );
    },
  };
}
