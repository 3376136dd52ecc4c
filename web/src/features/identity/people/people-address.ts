import { isPositive } from '../../../shared/address-parts.ts';

/** The search parameters of the people page. */
export interface PeopleAddress {
  readonly person?: number | undefined;
}

export function readPeopleAddress({ person }: Record<string, unknown>): PeopleAddress {
  return isPositive(person) ? { person } : {};
}
