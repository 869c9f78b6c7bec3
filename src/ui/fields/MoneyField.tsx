import { useEffect, useRef } from 'react';
import { parseMoney } from '#machines/domain/values/money.ts';
import { callApi } from '../../wire/client.ts';
import { useFormikField } from './FormField.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** Formats a typed amount with `/formatearNumero`; undefined for an invalid or refused amount. */
export async function formatTypedMoney(text: string): Promise<string | undefined> {
  if (parseMoney(text) === null) return undefined;
  const result = await callApi('/formatearNumero', { valor: text });
  return result.ok ? result.answer : undefined;
}

interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'look' | 'onLeave'> {
  /** Called on blur. A result replaces the text, unless the user typed meanwhile; undefined leaves the text. */
  format?: (text: string) => string | undefined | Promise<string | undefined>;
  /** Proposed amount for an empty field: a placeholder until Tab or a click accepts it. */
  proposal?: string | undefined;
}

/** An amount as typed; on blur, the result of `format`, by default of the server, replaces the text. */
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
      // A failed format is no error of the user: the text stays as typed.
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
          // Selects the proposed amount, so that typing replaces it.
          if (takeProposal()) requestAnimationFrame(() => currentTarget.select());
        },
      }}
      onLeave={(text) => void rewrite(text)}
    />
  );
}
