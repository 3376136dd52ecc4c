import { numberText } from '@stowage/contract/formats/text/number-text';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { AddProductPage } from '../../features/products/new/AddProductPage.tsx';
import type { SavedProduct } from '../../features/products/new/NewProductForm.tsx';
import type { NewProductAddress } from '../../features/products/product-address.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';

/** Opens the page that follows when the product is saved. */
export function NewProductRoute({ address: { code }, onAddress }: AddressProps<NewProductAddress>) {
  const mayPrice = useMay('prices.write');
  const navigate = useNavigate();
  const saved = ({ id, next, title, identified, locations }: SavedProduct) => {
    toast('good', savedText({ title, identified, locations }));
    if (next === 'scan') return void navigate({ to: '/merchantfulfilledinventory', search: {} });
    void navigate({ to: '/products/$productId', params: { productId: String(id) }, search: next === 'label' ? { dialog: 'label' } : {} });
  };
  return <AddProductPage code={code} onCode={(changed) => onAddress({ code: changed }, true)} mayPrice={mayPrice} onSaved={saved} />;
}

/** Says that units which were scanned before the product existed are in stock now, so that nobody scans them again. */
function savedText({ title, identified, locations }: Pick<SavedProduct, 'title' | 'identified' | 'locations'>): string {
  if (identified === 0) return `Saved: ${title}`;
  const units = identified === 1 ? 'unit that was scanned before is' : 'units that were scanned before are';
  return `Saved: ${title}. ${numberText(identified)} ${units} its stock now, in ${locations.join(', ')}`;
}
