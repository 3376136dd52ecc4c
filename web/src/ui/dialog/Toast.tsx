import { Toast as BaseToast } from '@base-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useRoom } from './use-room.ts';

interface Link {
  readonly label: string;
  readonly onClick: () => void;
}

const manager = BaseToast.createToastManager<Partial<Link>>();
const SHOWN_MS = 5_000;

/**
 * Shows a message in a corner without moving the focus. Screen readers announce it.
 * @param kind `bad` is announced immediately, `good` when the screen reader pauses
 * @param link leads to more; a toast with a link stays until somebody dismisses it
 */
export function toast(kind: 'good' | 'bad', text: string, link?: Link): void {
  manager.add({ title: text, type: kind, priority: kind === 'bad' ? 'high' : 'low', timeout: link === undefined ? SHOWN_MS : 0, ...(link && { data: link }) });
}

/** Above the panel of an action for many records, where there is no room beside it. */
const PLACE = 'fixed right-4 bottom-[calc(1rem+var(--panel,0px))] min-[84rem]:bottom-4';

export function ToastProvider({ children }: { children: ReactNode }) {
  const viewport = useRef<HTMLDivElement>(null);
  return (
    <BaseToast.Provider toastManager={manager}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport ref={viewport} className={`${PLACE} z-[60] grid w-[min(24rem,calc(100vw-2rem))] gap-2`}>
          <Toasts viewport={viewport} />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  );
}

function Toasts({ viewport }: { viewport: RefObject<HTMLElement | null> }) {
  const { toasts } = BaseToast.useToastManager<Partial<Link>>();
  // A dialog leaves this room, so that no toast covers its buttons.
  useRoom('--toasts', viewport, toasts.length > 0);
  return toasts.map((item) => (
    <BaseToast.Root
      key={item.id}
      toast={item}
      // The library hides an urgent toast from screen readers until it has the focus, although the keyboard can reach the button inside.
      aria-hidden={false}
      className={`rounded-card border p-3 shadow-lg ${item.type === 'bad' ? 'border-bad bg-bad-soft text-bad' : 'border-good bg-good-soft text-good'}`}
    >
      <BaseToast.Content className="flex items-start gap-2.5">
        {item.type === 'bad' ? (
          <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
        ) : (
          <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0" />
        )}
        <div className="grid flex-1 justify-items-start gap-1">
          <BaseToast.Title className="font-medium" />
          {item.data?.label !== undefined && (
            <button
              type="button"
              className="min-h-7 underline"
              onClick={() => {
                manager.close(item.id);
                item.data?.onClick?.();
              }}
            >
              {item.data.label}
            </button>
          )}
        </div>
        <BaseToast.Close aria-label="Dismiss" aria-hidden={false} className="grid size-7 shrink-0 place-items-center rounded hover:bg-surface">
          <X size={16} aria-hidden />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  ));
}
