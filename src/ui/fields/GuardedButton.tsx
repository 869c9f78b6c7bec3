import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { chakra } from '@chakra-ui/react/styled-system';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';
import { type Icon, paletteOf } from '../feedback/tone.ts';
import { type Reason, ReasonList, busyReason, hasLinks, spokenText } from './ReasonList.tsx';

interface GuardedButtonProps {
  children: ReactNode;
  /** Reasons why it cannot be pressed; empty or absent: it can. There is no other way to disable it. */
  reasons?: readonly Reason[];
  /** It can be pressed again in a moment: the reason shows by hover, focus and touch, without moving the screen. */
  waiting?: boolean;
  /** Shows the reasons below it on every screen, not on phones alone. */
  explainsItself?: boolean;
  /** In a bar, which has space for the first sentence beside it: the bubble has the others on a phone too. */
  inBar?: boolean;
  /** Its words while what it began is under way; it cannot be pressed again. */
  busy?: string | false;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'sm' | 'md' | 'lg';
  icon?: Icon;
  type?: 'button' | 'submit';
  fullWidth?: boolean;
  onClick?: () => void;
}

/**
 * The button of the product. With reasons it stays reachable, is aria-disabled and explains itself: in a bubble by
 * hover, focus and touch, on a phone or on demand below it. While busy it cannot be pressed again.
 */
export function GuardedButton({
  children,
  reasons: ownReasons = [],
  waiting = false,
  explainsItself = false,
  inBar = false,
  busy = false,
  tone = 'primary',
  variant = 'solid',
  size = 'md',
  icon: IconOfButton,
  type = 'button',
  fullWidth = false,
  onClick,
}: GuardedButtonProps) {
  const hint = useHint<HTMLButtonElement>();
  const describedBy = useId();
  const explained = ownReasons.length > 0;
  const below = explained && !inBar;
  const reasons = waiting && !explained ? [busyReason] : ownReasons;
  const guarded = reasons.length > 0;

  const press = (event: MouseEvent) => {
    if (guarded || busy) {
      // A submit button would send its form.
      event.preventDefault();
      if (guarded) hint.show();
      return;
    }
    onClick?.();
  };

  return (
    <chakra.div
      display={below ? { base: 'grid', sm: explainsItself ? 'grid' : 'contents' } : 'contents'}
      justifyItems={{ sm: 'end' }}
      gap="2"
      minW="0"
    >
      <Button
        ref={hint.anchor}
        type={type}
        colorPalette={paletteOf[tone]}
        variant={variant}
        size={size}
        width={fullWidth ? 'full' : undefined}
        aria-disabled={guarded || busy ? true : undefined}
        aria-busy={busy ? true : undefined}
        aria-describedby={guarded ? describedBy : undefined}
        data-guarded={guarded || undefined}
        css={guardedLook}
        onClick={press}
        {...hint.triggerProps}
      >
        {busy ? <Spinner size="sm" aria-hidden="true" /> : null}
        {!busy && IconOfButton ? <IconOfButton aria-hidden="true" /> : null}
        {busy || children}
      </Button>
      {guarded ? (
        <>
          <span id={describedBy} hidden>
            {spokenText(reasons)}
          </span>
          {explainsItself && explained ? null : (
            <HintBubble hint={hint} reachable={hasLinks(reasons)} notOnPhones={below}>
              <ReasonList lines={reasons} />
            </HintBubble>
          )}
          {below ? (
            // Many links scroll within it, so that they never cover the screen.
            <chakra.div
              data-reasons=""
              display={explainsItself ? 'block' : 'none'}
              smDown={{ display: 'block' }}
              textStyle="sm"
              color="fg.muted"
              maxHeight="9rem"
              overflowY="auto"
              overscrollBehavior="contain"
              css={{ '& :is(a, button)': { color: 'teal.700' } }}
            >
              <ReasonList lines={reasons} />
            </chakra.div>
          ) : null}
        </>
      ) : null}
    </chakra.div>
  );
}

const guardedLook = {
  // Stays readable: it can be focused and asked why.
  '&[data-guarded]': {
    opacity: 1,
    bg: 'bg.emphasized',
    color: 'gray.700',
    borderColor: 'border.emphasized',
  },
  '&[aria-busy=true]': { opacity: 1, cursor: 'progress' },
} as const;
