import { IconButton as ChakraIconButton } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useId } from 'react';
import { type Icon, paletteOf } from '../feedback/tone.ts';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';
import { type Reason, ReasonList, spokenText } from './ReasonList.tsx';

interface IconButtonProps {
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'primary' | 'danger';
  reasons?: readonly Reason[];
  size?: 'sm' | 'md';
  loading?: boolean;
  /** Absent when the button only shows its reasons. */
  onClick?: () => void;
}

/** An icon button; its label is its accessible name and its tooltip. */
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

interface ToggleSwitchProps {
  /** Names the flag and its record: 'Activo: Tienda Centro'. */
  label: string;
  checked: boolean;
  busy?: boolean;
  /** Reasons why the switch is disabled; enabled without any. */
  reasons?: readonly Reason[];
  /** Text beside the switch. */
  onText?: string;
  offText?: string;
  onChange: (checked: boolean) => void;
}

/** A switch that takes effect immediately. */
export function ToggleSwitch({
  label,
  checked,
  busy = false,
  reasons = [],
  onText,
  offText,
  onChange,
}: ToggleSwitchProps) {
  const hint = useHint<HTMLButtonElement>();
  const describedBy = useId();
  const guarded = reasons.length > 0;
  const text = checked ? onText : offText;
  return (
    <>
      <chakra.button
        ref={hint.anchor}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || guarded || undefined}
        aria-describedby={guarded ? describedBy : undefined}
        onClick={() => {
          if (guarded) hint.show();
          else if (!busy) onChange(!checked);
        }}
        {...(guarded ? hint.triggerProps : undefined)}
        display="inline-flex"
        alignItems="center"
        gap="2.5"
        minH={{ base: '11', md: '9' }}
        px="1"
        borderRadius="l1"
        textStyle="sm"
        cursor={busy ? 'progress' : guarded ? 'not-allowed' : 'pointer'}
      >
        <chakra.span
          position="relative"
          width="10"
          height="6"
          flexShrink="0"
          borderRadius="full"
          bg={checked ? 'teal.700' : 'gray.500'}
          opacity={guarded ? 0.5 : 1}
          // Delayed, so that a change that is answered quickly does not make other switches flicker.
          transition="background-color 0.15s, opacity 0.15s 0.3s"
        >
          <chakra.span
            position="absolute"
            top="0.5"
            left="0.5"
            boxSize="5"
            borderRadius="full"
            bg="white"
            boxShadow="sm"
            display="grid"
            placeItems="center"
            transition="transform 0.15s"
            transform={checked ? 'translateX(1rem)' : undefined}
          >
            {busy ? <Spinner size="xs" color="teal.700" aria-hidden="true" /> : null}
          </chakra.span>
        </chakra.span>
        {text ? <chakra.span color={guarded ? 'fg.muted' : 'fg'}>{text}</chakra.span> : null}
      </chakra.button>
      {guarded ? (
        <>
          <VisuallyHidden id={describedBy}>{spokenText(reasons)}</VisuallyHidden>
          <HintBubble hint={hint}>
            <ReasonList lines={reasons} />
          </HintBubble>
        </>
      ) : null}
    </>
  );
}
