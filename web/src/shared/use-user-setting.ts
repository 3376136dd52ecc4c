import { getUserSettings, saveUserSettings, type UserSettings, type UserSettingsChange } from '@stowage/contract/identity/user-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, useCommand } from '../api/query.ts';
import { toast } from '../ui/dialog/Toast.tsx';

/** The settings whose parts are saved separately. */
type Parted = Exclude<keyof UserSettings, 'mapComplianceReport'>;
type ChangeOf<Name extends Parted> = NonNullable<UserSettingsChange[Name]>;

interface UserSetting<Name extends Parted> {
  /** undefined while loading, and when nothing was chosen. */
  readonly value: UserSettings[Name];
  readonly isLoaded: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
  /**
   * Shows the change immediately. Does nothing while the setting is loading.
   * @param change computes the changed parts from the current ones, because two changes may follow quickly; null removes a part
   */
  readonly save: (change: (before: UserSettings[Name]) => ChangeOf<Name>) => void;
}

/** One setting of the signed-in person. Saving sends only the changed parts, because another window may change the others. */
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
      const before = client.getQueryData(query.queryKey);
      if (before === undefined) return;
      const changed = change(before.settings[name]);
      // A response that is on its way doesn't contain the change.
      void client.cancelQueries({ queryKey: query.queryKey });
      const next = { ...before.settings, [name]: withoutNull({ ...before.settings[name], ...changed }) };
      client.setQueryData(query.queryKey, { ...before, settings: next });
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
