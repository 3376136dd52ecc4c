import { isPositive } from '../../../shared/address-parts.ts';

/** The address of the people page: the account that is open. */
export interface PeopleAddress {
  readonly person?: number | undefined;
}

export function readPeopleAddress({ person }: Record<string, unknown>): PeopleAddress {
  return isPositive(person) ? { person } : {};
}
