type Status = 'AVAILABLE' | 'SALE_PENDING' | 'QUARANTINE' | 'SHIPPED' | 'REMOVED';

/** A unit is in quarantine while it lies in a quarantine location; one promised to an order stays so. */
export function statusIn(place: { readonly isQuarantine: boolean }, unit: { readonly status: Status }): Status {
  if (place.isQuarantine) return 'QUARANTINE';
  return unit.status === 'QUARANTINE' ? 'AVAILABLE' : unit.status;
}
