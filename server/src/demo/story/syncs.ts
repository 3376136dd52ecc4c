import { createListingJobService } from '../../features/pricing/index.ts';
import { isImported } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

/** A first sync of prices and quantities, which the simulated marketplace accepts and rejects and the guards hold. */
export const sync: StoryStep = {
  name: 'sync',
  isReady: ({ db }) => isImported(db, ['import-listings', 'import-offers', 'import-fees']),
  run: async (story) => {
    const service = createListingJobService(story);
    try {
      if ((await service.list()).length === 0) await service.start('sync-listings', {}, story.staff[0].id);
    } finally {
      service.close();
    }
  },
};
