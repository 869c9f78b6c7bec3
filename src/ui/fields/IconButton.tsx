import { IconButton as ChakraIconButton } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useId } from 'react';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';
import type { Icon } from '../layout/Icon.ts';
import { type Reason, spokenText } from './reason.ts';
import { ReasonList } from './ReasonList.tsx';
import { paletteOf } from '../feedback/tone.ts';

interface IconButtonProps {
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'primary' | 'danger';
  reasons?: readonly Reason[];
  size?: 'sm' | 'md';
  loading?: boolean;
  /** Not needed by what can only say why it is not for this person. */
  onClick?: () => void;
}

/** A button that is an icon; its label is its name and its tooltip. */
export function IconButton({
  label,
  icon: IconOfButton,
  tone = 'neutral',
  reasons = [],
  size,
  loading = false,
  onClick,
}: IconButtonProps) {
  const hint = useHint<HTMLButtonElement>();
  const describedBy = useId();
  const guarded = reasons.length > 0;
  const press = () => {
    if (guarded) hint.show();
    else if (!loading) onClick?.();
  };
  return (
    <>
      <ChakraIconButton
        ref={hint.anchor}
        type="button"
        variant="ghost"
        size={size}
        colorPalette={paletteOf[tone]}
        aria-label={label}
        aria-disabled={guarded || loading || undefined}
        aria-busy={loading || undefined}
        aria-describedby={guarded ? describedBy : undefined}
        color={guarded ? 'fg.subtle' : 'colorPalette.solid'}
        css={{ '&[aria-disabled=true]': { opacity: 1 } }}
        onClick={press}
        {...hint.triggerProps}
      >
        {loading ? <Spinner size="sm" aria-hidden="true" /> : <IconOfButton aria-hidden="true" />}
      </ChakraIconButton>
      {guarded ? <VisuallyHidden id={describedBy}>{spokenText(reasons)}</VisuallyHidden> : null}
      <HintBubble hint={hint}>
        {guarded ? <ReasonList lines={reasons} title={label} /> : label}
      </HintBubble>
    </>
  );
}
