import { useEffect, useRef } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useFormikField } from './FormField.tsx';

interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'look' | 'onLeave'> {
  /** Called when the field is left. A result replaces the text, unless somebody typed meanwhile; undefined leaves it. */
  format?: (text: string) => string | undefined | Promise<string | undefined>;
  /** An amount for the empty field: it is only shown until Tab or a click takes it. */
  proposal?: string | undefined;
}

/** An amount as a person types it. The text stays as typed until `format` returns something else. */
export function MoneyField({ format, proposal, ...field }: MoneyFieldProps) {
  const { value, write } = useFormikField<string>(field.name);
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);

  const rewrite = async (text: string) => {
    if (!format || text.trim() === '') return;
    try {
      const answer = await format(text);
      if (answer !== undefined && answer !== text && current.current === text) write(answer);
    } catch {
      // A format that cannot be had is no error of the person: the text stays as it was typed.
    }
  };

  const takeProposal = (): boolean => {
    if (proposal === undefined || value.trim() !== '') return false;
    write(proposal);
    return true;
  };

  return (
    <TextField
      {...field}
      inputMode="decimal"
      placeholder={proposal ?? '$ 0'}
      look={{
        fontVariantNumeric: 'tabular-nums',
        onKeyDown: ({ key, shiftKey }) => {
          if (key === 'Tab' && !shiftKey) takeProposal();
        },
        onClick: ({ currentTarget }) => {
          // Whoever means another amount types it over the proposed one.
          if (takeProposal()) requestAnimationFrame(() => currentTarget.select());
        },
      }}
      onLeave={(text) => void rewrite(text)}
    />
  );
}
