import { Input } from '@chakra-ui/react/input';
import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import { controlSize } from './control-size.ts';

interface SearchInputProps {
  label: string;
  placeholder: string;
  value: string;
  /** The id of what is searched. */
  controls?: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
}

/** The box of a search, with its sign. Enter in it does not send a form around it. */
export function SearchInput({
  label,
  placeholder,
  value,
  controls,
  onChange,
  onEnter,
}: SearchInputProps) {
  return (
    <chakra.div position="relative">
      <chakra.span
        position="absolute"
        insetStart="3"
        top="50%"
        transform="translateY(-50%)"
        color="fg.muted"
        zIndex="1"
      >
        <Search size={17} aria-hidden="true" />
      </chakra.span>
      <Input
        size={controlSize}
        ps="10"
        type="search"
        autoComplete="off"
        aria-label={label}
        aria-controls={controls}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter?.();
        }}
      />
    </chakra.div>
  );
}
