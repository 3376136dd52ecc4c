import type { GuideStepName } from '@stowage/contract/dashboard/guide';

interface StepText {
  readonly title: string;
  /** What to do and why, for the step whose turn it is. */
  readonly about: string;
  readonly action: string;
  /** The page of the step; without one, the dashboard does it. */
  readonly path?: string;
}

export const GUIDE_TEXTS: Readonly<Record<GuideStepName, StepText>> = {
  company: { title: 'Company and time zone', about: 'The time zone decides when a day begins in lists and figures.', action: 'Enter' },
  locations: {
    title: 'Locations',
    about: 'Make the codes of your shelves from a pattern such as A–G × 1–8, and print their labels at once.',
    action: 'Make locations',
    path: '/localinventoryadjustment?tab=locations&place=pattern',
  },
  'shelf-labels': {
    title: 'Labels for the shelves',
    about: 'A scan of its label chooses a shelf. Print on label sheets, A4 or Letter, or on a label printer.',
    action: 'Print labels',
    path: '/localinventoryadjustment?tab=locations&place=print',
  },
  marketplace: {
    title: 'Amazon',
    about: 'Connect your seller account to import listings, orders and returns. A test shows which permissions work.',
    action: 'Connect',
    path: '/admin/settings/integrations',
  },
  listings: {
    title: 'Products and listings',
    about: 'Amazon’s come in by themselves once it is connected. Others come from a spreadsheet.',
    action: 'Bring in products',
    path: '/bring-in-data?kind=products',
  },
  stock: {
    title: 'Stock',
    about: 'Bring in a spreadsheet with quantities by shelf, or count the shelves under Counts, or just scan the units.',
    action: 'Bring in stock',
    path: '/bring-in-data?kind=stock',
  },
  people: {
    title: 'People',
    about: 'Everybody signs in under their own name, so that the history shows who did what.',
    action: 'Invite people',
    path: '/admin/people',
  },
  'test-label': { title: 'Test label', about: 'Print one label and scan it: then printer and scanner are ready.', action: 'Print a test label' },
  'first-scan': {
    title: 'First scan',
    about: 'Scan a shelf’s label, then a unit. It is in stock at once.',
    action: 'Start scanning',
    path: '/merchantfulfilledinventory',
  },
};
