import type { EmailSettings } from '@stowage/contract/mail/mail';

/**
 * What is kept after a change. Of two people who change different things at once neither undoes the other: each said what
 * they had seen, and only what they made different is changed. Without that everything becomes as it is wanted.
 */
export function changedSettings(kept: EmailSettings, { wanted, seen = kept }: { wanted: EmailSettings; seen: EmailSettings | undefined }): EmailSettings {
  const [before, after] = [namesOf(seen.recipients), namesOf(wanted.recipients)];
  const isRemoved = (address: string) => before.has(address.toLowerCase()) && !after.has(address.toLowerCase());
  const isAdded = (address: string) => !before.has(address.toLowerCase());
  return {
    enabled: wanted.enabled === seen.enabled ? kept.enabled : wanted.enabled,
    batchProcessNotifications:
      wanted.batchProcessNotifications === seen.batchProcessNotifications ? kept.batchProcessNotifications : wanted.batchProcessNotifications,
    recipients: onceEach([...kept.recipients.filter((address) => !isRemoved(address)), ...wanted.recipients.filter(isAdded)]),
  };
}

function namesOf(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.map((address) => address.toLowerCase()));
}

function onceEach(addresses: readonly string[]): string[] {
  const known = new Set<string>();
  return addresses.filter((address) => !known.has(address.toLowerCase()) && known.add(address.toLowerCase()));
}
