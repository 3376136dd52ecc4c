export type { MarketplaceAccount as Account } from '../../platform/config.ts';
