/** The fixed list of shelf locations: letters A to G, each with numbers 1 to 8. */
export const SHELF_LOCATIONS: readonly string[] = [...'ABCDEFG'].flatMap((aisle) => [1, 2, 3, 4, 5, 6, 7, 8].map((bay) => `${aisle}-${bay}`));

export const DEFAULT_LOCATION = 'A-1';
