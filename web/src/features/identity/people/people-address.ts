import { addressReader, positive } from '../../../shared/address-parts.ts';

export const readPeopleAddress = addressReader({ person: positive });
export type PeopleAddress = ReturnType<typeof readPeopleAddress>;
