import {
  type FocusEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

// Long enough to move the pointer from the trigger to the bubble.
const LEAVE_MS = 150;

const holds = (element: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && element?.contains(target) === true;

/**
 * Opens a bubble by hover, focus and touch, and closes it by leaving both its trigger and the bubble, Escape, a press
 * elsewhere or scrolling. Spread `triggerProps` on the element that holds `anchor`, and give the rest to `HintBubble`.
 */
export function useHint<Element extends HTMLElement>() {
  const anchor = useRef<Element>(null);
  const bubble = useRef<HTMLDivElement>(null);
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
    timer.current = setTimeout(() => {
      // Whoever reads its links with the keyboard does not lose them to a pointer that passes by.
      if (!holds(bubble.current, document.activeElement)) setOpen(false);
    }, LEAVE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const bubbleProps = useMemo(
    () => ({
      onPointerEnter: show,
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') hideSoon();
      },
      onBlur: (event: FocusEvent) => {
        if (!holds(bubble.current, event.relatedTarget)) hide();
      },
    }),
    [show, hide, hideSoon],
  );

  return {
    anchor,
    bubble,
    bubbleProps,
    open,
    show,
    hide,
    triggerProps: {
      onPointerEnter: (event: PointerEvent) => {
        // A finger enters and leaves with every touch; it opens the bubble by its click.
        if (event.pointerType !== 'touch') show();
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') hideSoon();
      },
      onFocus: show,
      onBlur: (event: FocusEvent) => {
        if (!holds(bubble.current, event.relatedTarget)) hide();
      },
    },
  };
}

export type Hint = Pick<
  ReturnType<typeof useHint<HTMLElement>>,
  'anchor' | 'bubble' | 'bubbleProps' | 'open' | 'hide'
>;
