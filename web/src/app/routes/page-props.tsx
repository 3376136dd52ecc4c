import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import type { DocumentsPage } from '../../features/documents/DocumentsPage.tsx';
import type { AdjustmentPage } from '../../features/inventory/adjustment/AdjustmentPage.tsx';
import type { CountsPage } from '../../features/inventory/counts/CountsPage.tsx';
import type { SfInventoryPage } from '../../features/inventory/SfInventoryPage.tsx';
import type { NotificationsPage } from '../../features/notifications/NotificationsPage.tsx';
import type { OrdersPage } from '../../features/orders/list/OrdersPage.tsx';
import type { PoListPage } from '../../features/purchasing/purchase-orders/PoListPage.tsx';
import { loadPoPage } from '../../features/purchasing/purchase-orders/po-query.ts';
import type { ReceivePage } from '../../features/purchasing/receiving/ReceivePage.tsx';
import { useLabels } from '../shell/labels.tsx';
import { RecordWalk } from '../shell/RecordWalk.tsx';
import type { PageProps } from './page-route.tsx';

/** Hooks that supply what a page needs of the application: links to other pages, label printing, permissions. */

function useOpenCount() {
  const navigate = useNavigate();
  return (id: number) => void navigate({ to: '/counts/$countId', params: { countId: String(id) } });
}

export function useStockProps(): PageProps<typeof SfInventoryPage> & PageProps<typeof AdjustmentPage> {
  return { onPrint: useLabels().printLabels, onCount: useOpenCount() };
}

export function useCountsProps(): PageProps<typeof CountsPage> {
  return { onOpen: useOpenCount() };
}

export function useReceiveProps(): PageProps<typeof ReceivePage> {
  const navigate = useNavigate();
  const open = useOpenPo();
  return {
    ...useOpenProps(),
    onPrint: useLabels().printLabels,
    walk: (poNumber) => (
      <RecordWalk
        list="purchase-orders"
        screens={[
          { path: '/polist', title: 'Po/Packing List' },
          { path: '/packinglists', title: 'PO Status List' },
        ]}
        record={poNumber}
        load={loadPoPage}
        onOpen={open}
        onBack={(path, search) => void navigate({ to: path, search })}
      />
    ),
  };
}

/** Opens the path of a page, such as the one that a notification leads to. */
export function useOpenProps(): PageProps<typeof NotificationsPage> {
  const router = useRouter();
  return { onOpen: (path) => router.history.push(path) };
}

export function useDocumentsProps(): PageProps<typeof DocumentsPage> {
  return { mayWrite: useMay('documents.write'), mayDelete: useMay('documents.delete'), mayPurge: useMay('documents.purge') };
}

export function useOrdersProps(): PageProps<typeof OrdersPage> {
  const navigate = useNavigate();
  return {
    onOpen: (row) => void navigate({ to: '/orders/$orderId', params: { orderId: String(row.id) }, search: {} }),
    linkTo: (row, text) => (
      <Link
        to="/orders/$orderId"
        params={{ orderId: String(row.id) }}
        search={{}}
        aria-label={`View order ${row.amazon_order_id}, ${row.product_name ?? row.sku}`}
        className="link min-h-9"
      >
        {text}
      </Link>
    ),
  };
}

/** The overview, whose orders can be expanded to their packing lists. */
export function usePoOverviewProps(): PageProps<typeof PoListPage> {
  return { title: 'Purchase Orders/ Packing Lists', isExpandable: true, onOpen: useOpenPo() };
}

export function usePoSummaryProps(): PageProps<typeof PoListPage> {
  return { title: 'Purchase Orders Summary', isExpandable: false, onOpen: useOpenPo() };
}

function useOpenPo() {
  const navigate = useNavigate();
  return (po: string, list?: number) => void navigate({ to: '/receiveinventory', search: list === undefined ? { po } : { po, tab: 'receive', list } });
}
