import { isPermitted } from '@stowage/contract/permissions';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { AddProductPage } from '../../features/products/new/AddProductPage.tsx';
import type { SavedProduct } from '../../features/products/new/NewProductForm.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';

const route = getRouteApi('/guarded/products/new');

/** Ties a new product to its address: the code that it is about, and where one goes when it is saved. */
export function NewProductRoute() {
  const session = useSession();
  const navigate = route.useNavigate();
  const { code } = route.useSearch();
  const saved = ({ id, next, title, identified, locations }: SavedProduct) => {
    toast('good', savedText({ title, identified, locations }));
    if (next === 'scan') return void navigate({ to: '/merchantfulfilledinventory', search: {} });
    void navigate({ to: '/products/$productId', params: { productId: String(id) }, search: next === 'label' ? { dialog: 'label' } : {} });
  };
  return (
    <AddProductPage
      code={code}
      onCode={(changed) => void navigate({ search: { code: changed }, replace: true })}
      mayPrice={isPermitted(session?.roles ?? [], 'prices.write')}
      onSaved={saved}
    />
  );
}

/** What was scanned before is not to be scanned again. */
function savedText({ title, identified, locations }: Pick<SavedProduct, 'title' | 'identified' | 'locations'>): string {
  if (identified === 0) return `Saved: ${title}`;
  return `Saved: ${title}. ${identified.toLocaleString()} ${identified === 1 ? 'unit that was' : 'units that were'} scanned before ${identified === 1 ? 'is' : 'are'} its stock now, in ${locations.join(', ')}`;
}
