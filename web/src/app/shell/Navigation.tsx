import { INVENTORY_SCREENS, MAIN_SCREENS, type Screen, SETTINGS_SCREEN } from '@stowage/contract/menu';
import { Link } from '@tanstack/react-router';
import {
  Calculator,
  ChartColumn,
  ChartLine,
  Circle,
  ClipboardList,
  DatabaseZap,
  FilePen,
  FileSpreadsheet,
  FolderOpen,
  LayoutDashboard,
  ListChecks,
  ListTree,
  type LucideIcon,
  PackageOpen,
  PackagePlus,
  PanelLeft,
  ReceiptText,
  Rss,
  Scale,
  ScanBarcode,
  Settings,
  ShoppingCart,
  SlidersHorizontal,
  Tags,
  TrendingUp,
  Truck,
  Undo2,
  Upload,
} from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Logo } from '../../ui/Logo.tsx';
import { isCurrent, mayOpen } from './screens.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '/': LayoutDashboard,
  '/returns': Undo2,
  '/case-review': Scale,
  '/documents': FolderOpen,
  '/reports': ChartLine,
  '/feed-status': Rss,
  '/index-advisor': DatabaseZap,
  '/price-lists': Tags,
  '/price-strategies': TrendingUp,
  '/merchantfulfilledinventory': ScanBarcode,
  '/sellerfulfilledorders': ShoppingCart,
  '/receiveinventory': PackageOpen,
  '/receiveinventory/uploadpo': Upload,
  '/polist': ListTree,
  '/packinglists': ClipboardList,
  '/purchase-orders/drafts': FilePen,
  '/reorder': PackagePlus,
  '/poinvoicecredits': ReceiptText,
  '/localinventoryadjustment': SlidersHorizontal,
  '/localinventoryaudit': ListChecks,
  '/localinventoryreport': ChartColumn,
  '/counts': Calculator,
  '/inbound-shipments': Truck,
  '/bring-in-data': FileSpreadsheet,
  '/admin/settings': Settings,
};

interface NavigationProps {
  readonly groupLabel: 'Inventory Management' | 'SF Inventory';
  readonly pathname: string;
  /** Shows only icons; the labels remain for screen readers and as tooltips. */
  readonly isCollapsed: boolean;
  readonly onCollapse?: () => void;
  /** Runs when a link is followed. */
  readonly onFollow?: () => void;
}

export function Navigation({ groupLabel, pathname, isCollapsed, onCollapse, onFollow }: NavigationProps) {
  const session = useSession();
  const entries = (screens: readonly Screen[]) =>
    screens.filter((screen) => mayOpen(session, screen)).map((screen) => <Entry key={screen.path} {...{ screen, pathname, isCollapsed, onFollow }} />);
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-1 overflow-x-hidden overflow-y-auto p-2.5 text-[13px]">
      <div className="flex min-h-10 items-center px-1.5">
        <Logo isCompact={isCollapsed} />
      </div>
      <ul className="flex flex-col gap-0.5">{entries(MAIN_SCREENS)}</ul>
      <h2 className={`mt-3 px-2 pb-1 text-xs font-semibold text-muted ${isCollapsed ? 'sr-only' : ''}`}>{groupLabel}</h2>
      <ul className="flex flex-col gap-0.5">{entries(INVENTORY_SCREENS)}</ul>
      <ul className="mt-auto flex flex-col gap-0.5 pt-3">
        {entries([SETTINGS_SCREEN])}
        {onCollapse !== undefined && (
          <li>
            <button
              type="button"
              onClick={onCollapse}
              aria-expanded={!isCollapsed}
              className="flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-muted hover:bg-sunken"
            >
              <PanelLeft size={17} aria-hidden className="shrink-0" />
              <span className={isCollapsed ? 'sr-only' : ''}>{isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

type EntryProps = Pick<NavigationProps, 'pathname' | 'isCollapsed'> & { readonly screen: Screen; readonly onFollow: (() => void) | undefined };

function Entry({ screen, pathname, isCollapsed, onFollow }: EntryProps) {
  const Icon = ICONS[screen.path] ?? Circle;
  const current = isCurrent(screen, pathname);
  return (
    <li>
      <Link
        to={screen.path}
        onClick={onFollow}
        aria-current={current ? 'page' : undefined}
        title={isCollapsed ? screen.label : undefined}
        className={`flex min-h-8 items-center gap-2.5 rounded-md px-2 ${current ? 'bg-accent-soft font-medium text-accent' : 'text-ink hover:bg-sunken'}`}
      >
        <Icon size={17} aria-hidden className="shrink-0" />
        <span className={isCollapsed ? 'sr-only' : 'truncate'}>{screen.label}</span>
      </Link>
    </li>
  );
}
