import { getUserSettings, type SavedSelection, saveUserSettings } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import { currentSession } from '../../../api/session.ts';
import { writeChosen } from './map-report.ts';

const SHOWN_MS = 3_000;
/** Includes the user, because several people may share a browser. */
const key = () => `stowage.mapComplianceReport.${currentSession()?.userId ?? ''}`;

/** Saves a selection on the server, or in this browser when the server can't be reached. */
export function useSavedSelection() {
  const [notice, setNotice] = useState<string>();
  const settings = useQuery(queryFor(getUserSettings, {}));
  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => setNotice(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return {
    notice,
    /** What the report starts with: the saved selection, or all competitors. @returns undefined while it is loading */
    usual(known: readonly number[]): string | undefined {
      if (settings.isPending) return undefined;
      const wanted = newest(settings.data?.settings.mapComplianceReport, readLocal())?.selectedCompetitorIds.filter((id) => known.includes(id));
      return writeChosen(new Set(wanted === undefined || wanted.length === 0 ? known : wanted), known);
    },
    async save(selection: SavedSelection): Promise<void> {
      try {
        await call(saveUserSettings, { body: { settings: { mapComplianceReport: selection } } });
        localStorage.removeItem(key());
        setNotice('Selection saved!');
      } catch (error) {
        console.warn('The selection could not be saved on the server', error);
        localStorage.setItem(key(), JSON.stringify(selection));
        setNotice('Selection saved! (on this device only)');
      }
    },
    /** The newer selection of server and browser; undefined when there is none. */
    async load(): Promise<SavedSelection | undefined> {
      const local = readLocal();
      const saved = await call(getUserSettings, {}).catch((error: unknown) => {
        console.warn('The saved selection could not be read from the server', error);
        return undefined;
      });
      const selection = newest(saved?.settings.mapComplianceReport, local);
      if (selection === undefined) setNotice(saved === undefined ? 'The saved selection could not be loaded' : 'No selection has been saved yet');
      return selection;
    },
  };
}

function newest(...selections: readonly (SavedSelection | undefined)[]): SavedSelection | undefined {
  return selections.filter((one) => one !== undefined).sort((a, b) => b.savedAt.localeCompare(a.savedAt))[0];
}

function readLocal(): SavedSelection | undefined {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
