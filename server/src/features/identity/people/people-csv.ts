import type { Person } from '@stowage/contract/identity/people';
import { csvOf, csvTable } from '../../../platform/formats/csv.ts';

const TABLE = csvTable({
  ...{ Name: 'name', 'E-mail': 'email', Role: 'role', State: 'state', 'Last seen (UTC)': 'lastSeenAt' },
  ...{ 'Open sessions': 'openSessions', 'Two-step sign-in': 'twoFactor', 'Invitation ends (UTC)': 'invitationEndsAt' },
});

export function peopleCsv(people: readonly Person[]): AsyncIterable<string> {
  return csvOf(TABLE, [people.map((person) => ({ ...person, twoFactor: person.hasTwoFactor ? 'yes' : 'no' }))]);
}
