export { countMapAsins } from './map-compliance.read-model.ts';
export { mapComplianceRoutes } from './map-compliance.routes.ts';
export { createMapComplianceService } from './map-compliance.service.ts';
export { type OfferSample, recordMapSnapshots } from './map-snapshot.repository.ts';
