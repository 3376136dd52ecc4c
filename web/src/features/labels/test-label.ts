import type { Label } from '@stowage/contract/labels/labels';

/** Tells whether a printer prints what a scanner reads. */
export const TEST_LABEL: Label = { code: 'TEST-LABEL', title: 'If a scanner reads this, the printer is ready', detail: '30252', isLarge: false };
