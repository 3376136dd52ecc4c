import { getQrCase } from '@stowage/contract/cases/case-detail';
import { casesTopic } from '@stowage/contract/cases/cases';
import { useQuery } from '@tanstack/react-query';
import { useTopic } from '../../api/live.ts';
import { queryFor } from '../../api/query.ts';

/** One case, kept current: it is read again when something happens to it. */
export function useCase(id: number) {
  const query = useQuery(queryFor(getQrCase, { params: { id } }));
  useTopic(casesTopic, { onMessage: ({ caseId }) => caseId === id && void query.refetch(), onReconnect: () => void query.refetch() });
  return query;
}
