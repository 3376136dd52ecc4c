import { getUserSettings, saveUserSettings, type UserSettings, type UserSettingsChange } from '@stowage/contract/identity/user-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, useCommand } from '../api/query.ts';
import { toast } from '../ui/dialog/Toast.tsx';

/** Settings that have parts, each of which is changed by itself. */
type Parted = Exclude<keyof UserSettings, 'mapComplianceReport'>;
type ChangeOf<Name extends Parted> = NonNullable<UserSettingsChange[Name]>;

interface UserSetting<Name extends Parted> {
  /** undefined while it is not loaded, and where nothing was chosen. */
  readonly value: UserSettings[Name];
  readonly isLoaded: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
  /**
   * Shown at once. Nothing happens while it is not loaded: nobody has seen what they would change.
   * @param change of parts, made of the last one: two changes may follow each other fast; null takes a part back
   */
  readonly save: (change: (before: UserSettings[Name]) => ChangeOf<Name>) => void;
}

/** One setting of the person who is signed in, and how to change it. Only what changed is sent: another window may change the rest. */
export function useUserSetting<Name extends Parted>(name: Name): UserSetting<Name> {
  const query = queryFor(getUserSettings, {});
  const client = useQueryClient();
  const settings = useQuery(query);
  const write = useCommand(saveUserSettings);
  return {
    value: settings.data?.settings[name],
    isLoaded: settings.data !== undefined,
    isFailed: settings.data === undefined && settings.isError,
    retry: () => void settings.refetch(),
    save(change) {
      const before = client.getQueryData<typeof settings.data>(query.queryKey);
      if (before === undefined) return;
      const changed = change(before.settings[name]);
      // What is being read knows nothing of it yet.
      void client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(query.queryKey, { settings: { ...before.settings, [name]: withoutNull({ ...before.settings[name], ...changed }) } });
      write.mutate(
        { body: { settings: { [name]: changed } } },
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

function withoutNull(parts: object): object {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
}
