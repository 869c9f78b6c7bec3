import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Hint } from './use-hint.ts';

export interface HintBubbleProps {
  hint: Hint;
  children: ReactNode;
}

const GAP = 8;

/** Above the anchor, below it where there is no room, never outside of the window. Coordinates in pixels. */
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
 * Text beside its anchor, over everything else. It is only for the eyes: whoever uses it also gives the same text to
 * assistive technology, as the anchor's description.
 */
export function HintBubble({ hint, children }: HintBubbleProps) {
  return hint.open ? (
    <Portal>
      <OpenBubble hint={hint}>{children}</OpenBubble>
    </Portal>
  ) : null;
}

function OpenBubble({ hint, children }: HintBubbleProps) {
  const { anchor, hide } = hint;
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (bubble.current && anchor.current) place(bubble.current, anchor.current);
  }, [anchor]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The dialog around the anchor stays open: one Escape closes one thing.
      event.stopPropagation();
      hide();
    };
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!anchor.current?.contains(target) && !bubble.current?.contains(target)) hide();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('scroll', hide, true);
    window.addEventListener('resize', hide);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('scroll', hide, true);
      window.removeEventListener('resize', hide);
    };
  }, [anchor, hide]);

  return (
    <chakra.div
      ref={bubble}
      aria-hidden="true"
      data-hint=""
      onPointerEnter={hint.show}
      onPointerLeave={hint.hideSoon}
      position="fixed"
      top="0"
      left="0"
      zIndex="tooltip"
      maxWidth="min(22rem, calc(100vw - 1rem))"
      bg="bg.inverted"
      color="fg.inverted"
      borderRadius="l2"
      boxShadow="lg"
      px="3.5"
      py="2.5"
      textStyle="sm"
      pointerEvents="auto"
    >
      {children}
    </chakra.div>
  );
}
