import { getReorderSettings, type ReorderSettings, saveReorderSettings } from '@stowage/contract/purchasing/reorder';
import { expect, it } from 'vitest';
import { saveAfterAnother } from '../../../../test/refused-saves.tsx';
import { signedIn } from '../../../../test/server.ts';
import { SettingsDialog } from './SettingsDialog.tsx';

const STORED: ReorderSettings = { lead_days: 14, review_days: 7, service_percent: 95, version: 2 };

it('keeps what is typed when somebody else saves, and saves against the version that was opened', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = await saveAfterAnother({
    ...{ read: getReorderSettings, input: {}, save: saveReorderSettings },
    ...{ first: STORED, theirs: { ...STORED, review_days: 30, version: 3 } },
    versionOf: ({ version }) => version,
    ...{ dialog: <SettingsDialog onClose={() => {}} />, field: 'Lead time in days', button: 'Save' },
  });
  expect(sent).toMatchObject([{ lead_days: 7, review_days: 7, version: 2 }]);
});
