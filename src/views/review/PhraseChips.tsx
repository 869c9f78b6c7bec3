import { chakra } from '@chakra-ui/react/styled-system';

export interface PhraseChipsProps {
  phrases: readonly string[];
  onChoose: (phrase: string) => void;
}

/** Phrases that become the observation, or its end, by one press. */
export function PhraseChips({ phrases, onChoose }: PhraseChipsProps) {
  if (phrases.length === 0) return null;
  return (
    <chakra.ul
      aria-label="Frases para la observación"
      display="flex"
      flexWrap="wrap"
      gap="1.5"
      listStyleType="none"
    >
      {phrases.map((phrase) => (
        <chakra.li key={phrase} minW="0">
          <chakra.button
            type="button"
            title={phrase}
            onClick={() => onChoose(phrase)}
            display="block"
            maxW="full"
            truncate
            minH={{ base: '9', xl: '7' }}
            px="2.5"
            borderRadius="full"
            borderWidth="1px"
            borderColor="border.control"
            bg="bg.panel"
            textStyle="sm"
            cursor="pointer"
            _hover={{ bg: 'teal.50' }}
          >
            {phrase}
          </chakra.button>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
