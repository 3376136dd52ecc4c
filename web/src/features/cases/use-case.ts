import { getQrCase } from '@stowage/contract/cases/case-detail';
import { casesTopic } from '@stowage/contract/cases/cases';
import { useLiveQuery } from '../../api/live-query.ts';
import { renewsPhotos } from '../../api/query.ts';

/** One case, read again whenever it changes. */
export const useCase = (id: number) =>
  useLiveQuery(getQrCase, { params: { id } }, { topic: casesTopic, isAbout: ({ caseId }) => caseId === id, ...renewsPhotos });
