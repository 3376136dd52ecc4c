import { type EmailSettings, getEmailSettings, MAIL_MESSAGES, SAVE_FAILED_MESSAGE_MS, SAVED_MESSAGE_MS, saveEmailSettings } from '@stowage/contract/mail/mail';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryFor } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { Recipients } from './Recipients.tsx';
import { TestMail } from './TestMail.tsx';
import { useTimedMessage } from './use-timed-message.ts';

/** Each change is saved at once, and reverted when saving fails. */
export function EmailNotificationsCard() {
  const settings = useQuery(queryFor(getEmailSettings, {}));
  return (
    <Card
      id="email-notifications"
      title="Email Notifications"
      description="Mails from Stowage and the recipients of batch process results."
      aside={
        <Link to="/admin/mailbox" className="text-accent hover:underline">
          Sent mails
        </Link>
      }
    >
      <QueryResult query={settings} rows={3} failure="The settings could not be loaded">
        {(data) => <EmailSettingsForm settings={data} />}
      </QueryResult>
    </Card>
  );
}

function EmailSettingsForm({ settings }: { settings: EmailSettings }) {
  const client = useQueryClient();
  const [message, showMessage] = useTimedMessage();
  const [isBusy, setBusy] = useState(false);
  const { queryKey } = queryFor(getEmailSettings, {});
  /** @returns whether it was saved */
  const save = async (next: EmailSettings, failure: string): Promise<boolean> => {
    setBusy(true);
    client.setQueryData(queryKey, next);
    try {
      client.setQueryData(queryKey, await call(saveEmailSettings, { body: { ...next, seen: settings } }));
      showMessage('good', MAIL_MESSAGES.saved, SAVED_MESSAGE_MS);
      return true;
    } catch {
      client.setQueryData(queryKey, settings);
      showMessage('bad', failure, SAVE_FAILED_MESSAGE_MS);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-5 px-4 pb-5">
      {message !== undefined && <Banner tone={message.tone}>{message.text}</Banner>}
      <div className="grid gap-3">
        <Switch
          label="Email notifications"
          isOn={settings.enabled}
          isBusy={isBusy}
          onChange={(enabled) => void save({ ...settings, enabled }, MAIL_MESSAGES.saveFailed)}
        />
        <Switch
          label="Batch process notifications"
          isOn={settings.batchProcessNotifications}
          isBusy={isBusy}
          onChange={(on) => void save({ ...settings, batchProcessNotifications: on }, MAIL_MESSAGES.saveFailed)}
        />
      </div>
      <Recipients
        recipients={settings.recipients}
        isBusy={isBusy}
        onAdd={(address) => save({ ...settings, recipients: [...settings.recipients, address] }, MAIL_MESSAGES.addFailed)}
        onRemove={(address) =>
          void save({ ...settings, recipients: settings.recipients.filter((recipient) => recipient !== address) }, MAIL_MESSAGES.removeFailed)
        }
      />
      <TestMail />
    </div>
  );
}

function Switch({ label, isOn, isBusy, onChange }: { label: string; isOn: boolean; isBusy: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        aria-disabled={isBusy}
        onChange={({ target }) => !isBusy && onChange(target.checked)}
      />
      {label}
    </label>
  );
}
