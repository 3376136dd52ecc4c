import type { AppContext } from '../../app-context.ts';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';

/** A person of the demo. */
export interface Staff {
  readonly id: number;
  readonly name: string;
}

export interface Story extends Pick<AppContext, 'db' | 'owner' | 'clock' | 'logger' | 'topics' | 'secrets' | 'openFiles'> {
  readonly seed: number;
  readonly marketplaces: MarketplaceSource;
  /** In the order of `DEMO_STAFF`. */
  readonly staff: readonly [Staff, Staff, ...Staff[]];
}

/** A part of the demo's past that is created once, in the background. It may run again after a kill, so it is idempotent. */
export interface StoryStep {
  readonly name: string;
  /** Whether the imports that it needs are done. */
  isReady(story: Story): Promise<boolean>;
  run(story: Story): Promise<void>;
}

/** A clock that stands still in the past, for services that record a time. */
export const clockAt = (moment: Date) => ({ now: () => moment });
