/** A seller's account with the marketplace, from the configuration. */
export interface Account {
  /** `https://sellingpartnerapi-na.amazon.com`, or the simulator's address. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly refreshToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sellerId: string;
  readonly marketplaceId: string;
}
