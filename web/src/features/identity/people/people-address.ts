/** The search parameters of the people page. */
export interface PeopleAddress {
  readonly person?: number | undefined;
}
