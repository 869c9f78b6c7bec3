import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { chakra } from '@chakra-ui/react/styled-system';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';
import { type Icon, paletteOf } from '../feedback/tone.ts';
import { type Reason, ReasonList, busyReason, hasLinks, spokenText } from './ReasonList.tsx';

interface GuardedButtonProps {
  children: ReactNode;
  /** Reasons why the button is disabled; enabled without any. There is no other way to disable it. */
  reasons?: readonly Reason[];
  /** Disabled for a moment: the reason is shown on hover, focus and touch, without a change of the layout. */
  waiting?: boolean;
  /** Shows the reasons below the button on every screen, not only on phones. */
  explainsItself?: boolean;
  /** In a bar, which shows the first reason beside the button; the bubble has the others, also on a phone. */
  inBar?: boolean;
  /** Label while the action runs; the button cannot be pressed then. */
  busy?: string | false;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'sm' | 'md' | 'lg';
  icon?: Icon;
  type?: 'button' | 'submit';
  fullWidth?: boolean;
  /** Of a button that shows and hides something: whether it is shown. */
  expanded?: boolean;
  onClick?: () => void;
}

/**
 * The button of the product. With reasons it stays focusable, is aria-disabled and shows them: in a bubble on hover,
 * focus and touch; on phones, or with `explainsItself`, below the button. While busy it cannot be pressed again.
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
  expanded,
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
        aria-expanded={expanded}
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
            // Scrolls, so that many links never cover the screen.
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
  // Stays legible, since it can be focused and shows its reasons.
  '&[data-guarded]': {
    opacity: 1,
    bg: 'bg.emphasized',
    color: 'gray.700',
    borderColor: 'border.emphasized',
  },
  '&[aria-busy=true]': { opacity: 1, cursor: 'progress' },
} as const;
