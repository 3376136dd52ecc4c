export type { MarketplaceAccount as Account } from '../../platform/config/marketplace-config.ts';
