import type { Context } from '../../platform/context.ts';
import type { LinkService, PhotoAddresses } from '../photos/index.ts';

/** What every use case that changes a case needs. */
export interface CaseDependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly links: LinkService;
  readonly addresses: PhotoAddresses;
}
