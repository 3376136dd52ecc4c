/** What the people's address holds: whose account is open. */
export interface PeopleAddress {
  readonly person?: number | undefined;
}
