export type { MarketplaceAccount as Account } from './marketplace-config.ts';
