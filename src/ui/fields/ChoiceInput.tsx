import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';

type ChoiceInputProps = Omit<ComponentProps<typeof chakra.input>, 'type'> & {
  type: 'radio' | 'checkbox';
};

/** The native radio or checkbox, in the colour and size of the product. */
export function ChoiceInput(props: ChoiceInputProps) {
  return (
    <chakra.input
      boxSize="4.5"
      flexShrink="0"
      accentColor="teal.700"
      cursor="pointer"
      _disabled={{ cursor: 'not-allowed' }}
      {...props}
    />
  );
}
