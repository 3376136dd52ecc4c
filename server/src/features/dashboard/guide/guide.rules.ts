import type { GuideStep, GuideStepName } from '@stowage/contract/dashboard/guide';
import { counted } from '@stowage/contract/formats/text/counted';

/** What an installation has of what the setup guide asks for. */
export interface Setup {
  readonly company: string | null;
  readonly timeZone: string | null;
  readonly locations: number;
  /** A person added or changed a location; the installation creates the first ones. */
  readonly areLocationsOwn: boolean;
  readonly shelfLabels: number;
  readonly labels: number;
  /** At most 10,000. */
  readonly listings: number;
  readonly hasProducts: boolean;
  /** At most 10,000. */
  readonly units: number;
  readonly people: number;
  readonly invitations: number;
  readonly hasScan: boolean;
}

interface Known extends Setup {
  /** The roles that the last test of the connection did not find, by their names in Seller Central. */
  readonly missingRoles: readonly string[];
  /** The seller id of the connected marketplace account. */
  readonly sellerId: string | null;
}

/** The result of a step: done or not, and what there is so far. */
type Progress = readonly [isDone: boolean, detail: string];

const MANY = 10_000;

const PROGRESS: Readonly<Record<GuideStepName, (known: Known) => Progress>> = {
  company: ({ company, timeZone }) => (company === null ? [false, 'Not entered yet'] : [true, `${company}, ${(timeZone ?? '').replaceAll('_', ' ')}`]),
  locations: ({ locations, areLocationsOwn, shelfLabels }) => [
    areLocationsOwn || shelfLabels > 0,
    areLocationsOwn ? many(locations, 'location') : `${many(locations, 'location')}, created by the installation`,
  ],
  'shelf-labels': ({ shelfLabels }) => [shelfLabels > 0, shelfLabels > 0 ? `${many(shelfLabels, 'label')} printed` : 'None printed yet'],
  marketplace: ({ sellerId, missingRoles }) => {
    if (sellerId === null) return [false, 'No Amazon account is connected'];
    if (missingRoles.length > 0)
      return [false, `Connected as ${sellerId}, without ${missingRoles.join(', ')}: give the application these roles in Seller Central`];
    return [true, `Connected as ${sellerId}`];
  },
  listings: ({ listings, hasProducts }) => {
    if (listings > 0) return [true, many(listings, 'listing')];
    return [false, hasProducts ? 'Products without listings: bring in listings with your seller SKUs, which scans need' : 'The catalog is empty'];
  },
  stock: ({ units }) => [units > 0, units > 0 ? many(units, 'unit') : 'No units yet'],
  people: ({ people, invitations }) => [
    people > 1,
    people > 1 ? `${many(people, 'person', 'people')}${invitations > 0 ? `, ${many(invitations, 'open invitation')}` : ''}` : 'You are the only user',
  ],
  'test-label': ({ labels }) => [labels > 0, labels > 0 ? `${many(labels, 'label')} printed` : 'None printed yet'],
  'first-scan': ({ hasScan }) => [hasScan, hasScan ? 'Units were scanned' : 'Nothing was scanned yet'],
};

/** A step that is done stays done, even if it was skipped before. */
export function guideStep(name: GuideStepName, known: Known, skipped: readonly string[]): GuideStep {
  const [isDone, detail] = PROGRESS[name](known);
  return { name, detail, state: isDone ? 'DONE' : skipped.includes(name) ? 'SKIPPED' : 'OPEN' };
}

function many(count: number, one: string, others = `${one}s`): string {
  return `${count >= MANY ? 'More than ' : ''}${counted(count, one, others)}`;
}
