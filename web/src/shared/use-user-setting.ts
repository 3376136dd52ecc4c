import { getUserSettings, saveUserSettings, type UserSettings } from '@stowage/contract/user-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, useCommand } from '../api/query.ts';
import { toast } from '../ui/Toast.tsx';

interface UserSetting<T> {
  /** undefined while it is not loaded, and where nothing was chosen. */
  readonly value: T | undefined;
  readonly isLoaded: boolean;
  /** Shown at once. @param change makes the next one of the last one: two changes may follow each other fast */
  readonly save: (change: (before: T | undefined) => T) => void;
}

/** One setting of the person who is signed in, and how to change it. */
export function useUserSetting<Name extends keyof UserSettings>(name: Name): UserSetting<NonNullable<UserSettings[Name]>> {
  type Value = NonNullable<UserSettings[Name]>;
  const query = queryFor(getUserSettings, {});
  const client = useQueryClient();
  const settings = useQuery(query);
  const write = useCommand(saveUserSettings);
  return {
    value: settings.data?.settings[name] as Value | undefined,
    isLoaded: settings.data !== undefined,
    save(change) {
      const before = client.getQueryData<typeof settings.data>(query.queryKey);
      const next = change(before?.settings[name] as Value | undefined);
      client.setQueryData(query.queryKey, { settings: { ...before?.settings, [name]: next } });
      write.mutate(
        { body: { settings: { [name]: next } } },
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
