interface Products {
  readonly products: {
    readonly id: readonly number[];
    readonly title: readonly string[];
    readonly vendor: readonly string[];
    readonly itemCode: readonly string[];
  };
  readonly gtins: { readonly gtin14: readonly string[]; readonly productId: readonly number[] };
}

/** One in so many products has no MAP. */
const WITHOUT_MAP = 40;

/** The vendors' MAP of a New product, in cents. @param product its position in the catalog, from 0 */
export function demoMapCents(product: number): number {
  return 999 + ((product * 7_919) % 9_000);
}

/** The price lists of all vendors in one file: a cost for every product, a MAP for nearly every one. */
export function demoPriceList({ products, gtins }: Products) {
  return gtins.gtin14.map((gtin, index) => {
    const product = (gtins.productId[index] ?? 1) - 1;
    const cents = demoMapCents(product);
    return {
      upc: gtin,
      MAP: product % WITHOUT_MAP === WITHOUT_MAP - 1 ? '' : (cents / 100).toFixed(2),
      item_code: products.itemCode[product],
      product_title: products.title[product],
      vendor: products.vendor[product],
      cost: (Math.round(cents * (0.45 + (product % 5) * 0.03)) / 100).toFixed(2),
    };
  });
}
