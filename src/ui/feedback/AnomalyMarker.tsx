import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';
import { ReasonList } from '../fields/ReasonList.tsx';

interface AnomalyMarkerProps {
  lines: readonly string[];
  /** Only the icon is visible: for table cells. */
  compact?: boolean;
  /** Opens a dialog about the lines; without it a press shows the lines. */
  onPress?: () => void;
}

const LABEL = 'Novedad';

/** Amber marker that shows lines of text on hover, focus and touch. Renders nothing without lines. */
export function AnomalyMarker({ lines, compact = false, onPress }: AnomalyMarkerProps) {
  const hint = useHint<HTMLButtonElement>();
  const describedBy = useId();
  if (lines.length === 0) return null;
  return (
    <>
      <chakra.button
        ref={hint.anchor}
        type="button"
        aria-label={compact ? LABEL : undefined}
        aria-describedby={describedBy}
        aria-haspopup={onPress ? 'dialog' : undefined}
        onClick={onPress ?? hint.show}
        {...hint.triggerProps}
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        gap="1.5"
        minH="7"
        minW="7"
        px={compact ? '1' : '2.5'}
        borderRadius="full"
        borderWidth="1px"
        borderColor="amber.300"
        bg="amber.100"
        color="amber.900"
        textStyle="sm"
        fontWeight="semibold"
        cursor={onPress ? 'pointer' : 'help'}
        _hover={{ bg: 'amber.200' }}
      >
        <TriangleAlert size={16} aria-hidden="true" />
        {compact ? null : LABEL}
      </chakra.button>
      <VisuallyHidden id={describedBy}>{lines.join(' ')}</VisuallyHidden>
      <HintBubble hint={hint}>
        <ReasonList lines={lines} title={LABEL} />
      </HintBubble>
    </>
  );
}
