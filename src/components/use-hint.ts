import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

// Long enough to move the pointer from the trigger to the bubble.
const LEAVE_MS = 150;

/**
 * Opens a bubble of text by hover, focus and touch, and closes it by leaving, Escape, a press elsewhere or scrolling.
 * Spread `triggerProps` on the element that holds `anchor`, and give the rest to `HintBubble`.
 */
export function useHint<Element extends HTMLElement>() {
  const anchor = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const show = useCallback(() => {
    clearTimeout(timer.current);
    setOpen(true);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setOpen(false);
  }, []);
  const hideSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), LEAVE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    anchor,
    open,
    show,
    hide,
    hideSoon,
    triggerProps: {
      onPointerEnter: (event: PointerEvent) => {
        // A finger enters and leaves with every touch; it opens the bubble by its click.
        if (event.pointerType !== 'touch') show();
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') hideSoon();
      },
      onFocus: show,
      onBlur: hide,
    },
  };
}

export type Hint = Pick<
  ReturnType<typeof useHint<HTMLElement>>,
  'anchor' | 'open' | 'show' | 'hide' | 'hideSoon'
>;
