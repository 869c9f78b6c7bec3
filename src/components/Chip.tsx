import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';

export interface ChipProps {
  label: string;
  /** Absent: it cannot be taken away. */
  onRemove?: (() => void) | undefined;
}

/** A chosen thing, with a button that takes it away. */
export function Chip({ label, onRemove }: ChipProps) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      maxW="full"
      minH="8"
      ps="3"
      pe={onRemove ? '1' : '3'}
      borderRadius="full"
      bg="teal.100"
      color="teal.900"
      textStyle="sm"
      fontWeight="medium"
    >
      <chakra.span minW="0" truncate>
        {label}
      </chakra.span>
      {onRemove ? (
        <chakra.button
          type="button"
          aria-label={`Quitar ${label}`}
          onClick={onRemove}
          display="grid"
          placeItems="center"
          boxSize="6"
          flexShrink="0"
          borderRadius="full"
          cursor="pointer"
          _hover={{ bg: 'teal.200' }}
        >
          <X size={14} strokeWidth={2.5} aria-hidden="true" />
        </chakra.button>
      ) : null}
    </chakra.span>
  );
}
