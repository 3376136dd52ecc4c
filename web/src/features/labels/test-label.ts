import type { Label } from '@stowage/contract/labels/labels';

/** Tests whether a scanner can read what a printer prints. */
export const TEST_LABEL: Label = { code: 'TEST-LABEL', title: 'If a scanner reads this, the printer is ready', detail: '30252', isLarge: false };
