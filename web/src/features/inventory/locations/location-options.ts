interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** The options of a location drop-down. @param none the option for no location */
export function locationOptions(none: string, locations: readonly { readonly location: string }[] = []): readonly SelectOption[] {
  return [{ value: '', label: none }, ...locations.map(({ location }) => ({ value: location, label: location }))];
}
