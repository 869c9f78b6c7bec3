import { useEffect, useRef } from 'react';
import { parseMoney } from '#machines/domain/values/money.ts';
import { callApi } from '../../wire/client.ts';
import { useFormikField } from './FormField.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** `/formatearNumero` for an amount that was typed; undefined when there is nothing better to show. */
export async function formatTypedMoney(text: string): Promise<string | undefined> {
  if (parseMoney(text) === null) return undefined;
  const result = await callApi('/formatearNumero', { valor: text });
  return result.ok ? result.answer : undefined;
}

interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'look' | 'onLeave'> {
  /** Called when the field is left. A result replaces the text, unless somebody typed meanwhile; undefined leaves it. */
  format?: (text: string) => string | undefined | Promise<string | undefined>;
  /** An amount for the empty field: it is only shown until Tab or a click takes it. */
  proposal?: string | undefined;
}

/** An amount as a person types it. The text stays as typed until `format`, else the server, returns something else. */
export function MoneyField({ format = formatTypedMoney, proposal, ...field }: MoneyFieldProps) {
  const { value, write } = useFormikField<string>(field.name);
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);

  const rewrite = async (text: string) => {
    if (text.trim() === '') return;
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
          // Another amount is typed over the proposed one.
          if (takeProposal()) requestAnimationFrame(() => currentTarget.select());
        },
      }}
      onLeave={(text) => void rewrite(text)}
    />
  );
}
