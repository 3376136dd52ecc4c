/** A filter that is set. */
export interface Chip<Address> {
  /** What the filter is: `Vendor: Acme`. */
  readonly text: string;
  /** The change of the address that removes it. */
  readonly clear: Partial<Address>;
}

/**
 * The chips of the filters that an address has.
 * @param texts the text of each filter, in the order of the chips; undefined for a value that filters nothing
 */
export function chipsOf<Address extends object>(
  address: Address,
  texts: { readonly [Name in keyof Address]?: (value: NonNullable<Address[Name]>) => string | undefined },
): Chip<Address>[] {
  return (Object.keys(texts) as (keyof Address)[]).flatMap((name) => {
    const value = address[name];
    const text = value === undefined || value === null ? undefined : texts[name]?.(value);
    return text === undefined ? [] : [{ text, clear: { [name]: undefined } as Partial<Address> }];
  });
}
