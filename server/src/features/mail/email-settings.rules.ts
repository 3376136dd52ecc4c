import type { EmailSettings } from '@stowage/contract/mail/mail';

/**
 * Applies only the differences between `seen` and `wanted` to the stored settings, so that two people who change different
 * settings at once don't undo each other. Without `seen`, replaces all settings.
 */
export function mergeSettings(stored: EmailSettings, { wanted, seen = stored }: { wanted: EmailSettings; seen: EmailSettings | undefined }): EmailSettings {
  const [before, after] = [toSet(seen.recipients), toSet(wanted.recipients)];
  const isRemoved = (address: string) => before.has(address.toLowerCase()) && !after.has(address.toLowerCase());
  const isAdded = (address: string) => !before.has(address.toLowerCase());
  return {
    enabled: wanted.enabled === seen.enabled ? stored.enabled : wanted.enabled,
    batchProcessNotifications:
      wanted.batchProcessNotifications === seen.batchProcessNotifications ? stored.batchProcessNotifications : wanted.batchProcessNotifications,
    recipients: withoutDuplicates([...stored.recipients.filter((address) => !isRemoved(address)), ...wanted.recipients.filter(isAdded)]),
  };
}

function toSet(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.map((address) => address.toLowerCase()));
}

function withoutDuplicates(addresses: readonly string[]): string[] {
  const known = new Set<string>();
  return addresses.filter((address) => !known.has(address.toLowerCase()) && known.add(address.toLowerCase()));
}
