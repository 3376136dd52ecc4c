import { getCompany } from '@stowage/contract/identity/company';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { CompanyDialog } from '../../../shared/company/CompanyDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

/** The company that uses this installation, and its time zone. */
export function CompanyCard() {
  const query = useQuery(queryFor(getCompany, {}));
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Card id="company" title="Company" description="Its time zone applies to everybody who has not chosen one in their profile.">
      <QueryResult query={query} failure="The company could not be loaded" rows={2} stale={null}>
        {({ company }) => (
          <div className="grid gap-4 px-4 pb-4">
            <Facts
              className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2"
              facts={[
                ['Name', company?.name ?? 'Not entered'],
                ['Time zone', company?.timeZone.replaceAll('_', ' ') ?? 'Each browser’s own'],
              ]}
            />
            <Button ref={button} className="justify-self-start" onClick={() => setOpen(true)}>
              {company === null ? 'Enter the company' : 'Edit the company'}
            </Button>
            {isOpen && <CompanyDialog company={company} onClose={() => setOpen(false)} returnFocusTo={() => button.current} />}
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
