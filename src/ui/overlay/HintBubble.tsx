import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import {
  type FocusEvent,
  type PointerEvent as ReactPointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface HintBubbleProps {
  hint: Hint;
  /**
   * The bubble has links: it is rendered directly after its anchor instead of in a portal, so that the next Tab reaches
   * them.
   */
  reachable?: boolean;
  /** Hidden on phones, which show the same text elsewhere. */
  notOnPhones?: boolean;
  children: ReactNode;
}

const GAP = 8;

/** Positions the bubble above its anchor, or below it when there is no space, within the window. In pixels. */
function place(bubble: HTMLElement, anchor: HTMLElement) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const middle = box.left + box.width / 2 - width / 2;
  const left = Math.max(GAP, Math.min(middle, document.documentElement.clientWidth - width - GAP));
  const above = box.top - height - GAP;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above < GAP ? box.bottom + GAP : above}px`;
}

/**
 * Text beside its anchor, above all other content. Without links it is hidden from assistive technology: the caller
 * must also set the same text as the description of the anchor.
 */
export function HintBubble(props: HintBubbleProps) {
  if (!props.hint.open) return null;
  const bubble = <OpenBubble {...props} />;
  return props.reachable ? bubble : <Portal>{bubble}</Portal>;
}

function OpenBubble({ hint, reachable = false, notOnPhones = false, children }: HintBubbleProps) {
  const { anchor, bubble, bubbleProps, hide } = hint;

  useLayoutEffect(() => {
    if (bubble.current && anchor.current) place(bubble.current, anchor.current);
  }, [anchor, bubble]);

  useEffect(() => {
    const isInside = ({ target }: Event) => bubble.current?.contains(target as Node) === true;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // One Escape closes only the bubble, not the dialog around its anchor.
      event.stopPropagation();
      if (bubble.current?.contains(document.activeElement)) anchor.current?.focus();
      hide();
    };
    const onPress = (event: PointerEvent) => {
      if (!anchor.current?.contains(event.target as Node) && !isInside(event)) hide();
    };
    const onScroll = (event: Event) => {
      if (!isInside(event)) hide();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('scroll', onScroll, true);
    window.addEventListener('resize', hide);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('resize', hide);
    };
  }, [anchor, bubble, hide]);

  return (
    <chakra.div
      ref={bubble}
      aria-hidden={reachable ? undefined : true}
      data-hint=""
      {...bubbleProps}
      // The focus must not move: a press on a link would close the bubble before the click.
      onMouseDown={(event) => event.preventDefault()}
      smDown={notOnPhones ? { display: 'none' } : {}}
      position="fixed"
      top="0"
      left="0"
      zIndex="tooltip"
      maxWidth="min(24rem, calc(100vw - 1rem))"
      maxHeight="60vh"
      overflowY="auto"
      overscrollBehavior="contain"
      bg="bg.inverted"
      color="fg.inverted"
      borderRadius="l2"
      boxShadow="lg"
      px="3.5"
      py="2.5"
      textStyle="sm"
      textAlign="start"
      fontWeight="normal"
      pointerEvents="auto"
    >
      {children}
    </chakra.div>
  );
}

// Long enough to move the pointer from the trigger to the bubble.
const LEAVE_MS = 150;

const holds = (element: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && element?.contains(target) === true;

/**
 * Opens a bubble on hover, focus and touch, and closes it on leaving both its trigger and the bubble, Escape, a press
 * elsewhere or scrolling. Spread `triggerProps` on the element with the ref `anchor`; pass the rest to `HintBubble`.
 */
export function useHint<Element extends HTMLElement>() {
  const anchor = useRef<Element>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setOpen(false);
  }, []);
  const show = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const hideSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A pointer that leaves must not close a bubble whose links have the keyboard focus.
      if (!holds(bubble.current, document.activeElement)) setOpen(false);
    }, LEAVE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // A touch fires enter and leave with every tap; its click opens the bubble.
  const unlessTouch = (act: () => void) => (event: ReactPointerEvent) => {
    if (event.pointerType !== 'touch') act();
  };
  const leaving = {
    onPointerLeave: unlessTouch(hideSoon),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!holds(bubble.current, relatedTarget)) hide();
    },
  };
  return {
    anchor,
    bubble,
    open,
    show,
    hide,
    bubbleProps: { ...leaving, onPointerEnter: show },
    triggerProps: { ...leaving, onPointerEnter: unlessTouch(show), onFocus: show },
  };
}

type Hint = Pick<
  ReturnType<typeof useHint<HTMLElement>>,
  'anchor' | 'bubble' | 'bubbleProps' | 'open' | 'hide'
>;
