import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { HintBubble } from './HintBubble.tsx';
import type { Icon } from './Icon.ts';
import { ReasonList } from './ReasonList.tsx';
import { paletteOf } from './tone.ts';
import { useHint } from './use-hint.ts';

export interface GuardedButtonProps {
  children: ReactNode;
  /** Why it cannot be pressed; empty or absent: it can. */
  reasons?: readonly string[];
  loading?: boolean;
  loadingLabel?: string;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'sm' | 'md' | 'lg';
  icon?: Icon;
  type?: 'button' | 'submit';
  /** For short technical waits; where a person may ask why, give `reasons`. */
  disabled?: boolean;
  fullWidth?: boolean;
  onClick?: () => void;
}

/** The button of the product. With reasons it stays reachable, is aria-disabled and explains itself; while loading it cannot be pressed again. */
export function GuardedButton({
  children,
  reasons = [],
  loading = false,
  loadingLabel,
  tone = 'primary',
  variant = 'solid',
  size = 'md',
  icon: IconOfButton,
  type = 'button',
  disabled = false,
  fullWidth = false,
  onClick,
}: GuardedButtonProps) {
  const hint = useHint<HTMLButtonElement>();
  const describedBy = useId();
  const guarded = reasons.length > 0;

  const press = (event: MouseEvent) => {
    if (guarded || loading) {
      // A submit button would send its form.
      event.preventDefault();
      if (guarded) hint.show();
      return;
    }
    onClick?.();
  };

  return (
    <>
      <Button
        ref={hint.anchor}
        type={type}
        colorPalette={paletteOf[tone]}
        variant={variant}
        size={size}
        width={fullWidth ? 'full' : undefined}
        disabled={disabled}
        aria-disabled={guarded || loading ? true : undefined}
        aria-busy={loading || undefined}
        aria-describedby={guarded ? describedBy : undefined}
        data-guarded={guarded || undefined}
        css={{
          // Stays readable: it can be focused and asked why.
          '&[data-guarded]': {
            opacity: 1,
            bg: 'bg.emphasized',
            color: 'gray.700',
            borderColor: 'border.emphasized',
          },
          '&[aria-busy=true]': { opacity: 1, cursor: 'progress' },
        }}
        onClick={press}
        {...hint.triggerProps}
      >
        {loading ? <Spinner size="sm" aria-hidden="true" /> : null}
        {!loading && IconOfButton ? <IconOfButton aria-hidden="true" /> : null}
        {loading ? (loadingLabel ?? children) : children}
      </Button>
      {guarded ? (
        <>
          <VisuallyHidden id={describedBy}>{reasons.join(' ')}</VisuallyHidden>
          <HintBubble hint={hint}>
            <ReasonList lines={reasons} />
          </HintBubble>
        </>
      ) : null}
    </>
  );
}
