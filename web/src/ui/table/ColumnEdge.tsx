import type { KeyboardEvent, PointerEvent } from 'react';
import { shownWidth } from './column-widths.ts';

interface ColumnEdgeProps {
  readonly heading: string;
  readonly width: number;
  readonly minWidth: number;
  readonly onWidth: (width: number) => void;
  /** Is drawn only while the pointer is over the table's head. */
  readonly isQuiet: boolean;
  /** The drag or key press is over. */
  readonly onEnd: () => void;
}

const STEP_PX = 10;

/** The edge of a column: dragging it or pressing the arrow keys on it changes the column's width. */
export function ColumnEdge({ heading, width, minWidth, isQuiet, onWidth, onEnd }: ColumnEdgeProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const startedAt = event.clientX;
    // The column may be wider than it was set, because the table fills its box.
    const before = shownWidth(handle.parentElement) || width;
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(before + clientX - startedAt);
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    const end = () => {
      handle.removeEventListener('pointermove', move);
      onEnd();
    };
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const before = shownWidth(event.currentTarget.parentElement) || width;
    onWidth(before + (event.key === 'ArrowLeft' ? -STEP_PX : STEP_PX));
    onEnd();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${heading}`}
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={2000}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={key}
      className={`absolute inset-y-1 -right-3 z-10 w-6 max-lg:hidden cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:border-l ${isQuiet ? 'after:border-transparent [thead:hover_&]:after:border-edge' : 'after:border-edge'} hover:after:border-accent focus-visible:after:border-accent [th:last-child>&]:right-0 pointer-coarse:w-11 pointer-coarse:-right-5.5`}
    />
  );
}
