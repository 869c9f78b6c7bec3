import { Button } from '@chakra-ui/react/button';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { CircleHelp } from 'lucide-react';
import { useId } from 'react';
import { HintBubble } from './HintBubble.tsx';
import { ReasonList } from './ReasonList.tsx';
import { useHint } from './use-hint.ts';

export interface ReasonsProps {
  reasons: readonly string[];
  title?: string;
}

/** Why something is not possible: a small button whose list opens by hover, focus and touch. Renders nothing without reasons. */
export function Reasons({ reasons, title = 'Falta para continuar' }: ReasonsProps) {
  const hint = useHint<HTMLButtonElement>();
  const describedBy = useId();
  if (reasons.length === 0) return null;
  return (
    <>
      <Button
        ref={hint.anchor}
        variant="ghost"
        size="sm"
        colorPalette="gray"
        px="2"
        aria-describedby={describedBy}
        onClick={hint.show}
        {...hint.triggerProps}
      >
        <CircleHelp aria-hidden="true" />
        {title}
      </Button>
      <VisuallyHidden id={describedBy}>{reasons.join(' ')}</VisuallyHidden>
      <HintBubble hint={hint}>
        <ReasonList lines={reasons} />
      </HintBubble>
    </>
  );
}
