import { chakra } from '@chakra-ui/react/styled-system';

interface PhraseListProps {
  phrases: readonly string[];
  disabled?: boolean;
  onChoose: (phrase: string) => void;
}

/** Phrases to insert into an observation: a chip each. */
export function PhraseList({ phrases, disabled = false, onChoose }: PhraseListProps) {
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
            disabled={disabled}
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
