import type { CodeLabel, Label } from '@stowage/contract/labels/labels';

/** Tests whether a scanner can read what a printer prints. */
export const TEST_LABEL: CodeLabel = { code: 'TEST-LABEL', title: 'If a scanner reads this, the printer is ready', detail: '30252', isLarge: false };

export function isTestLabel(label: Label): boolean {
  return 'code' in label && label.code === TEST_LABEL.code;
}
