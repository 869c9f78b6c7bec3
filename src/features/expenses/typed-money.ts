import { parseMoney } from '#machines/domain/values/money.ts';
import { callApi } from '../../wire/client.ts';

/** `/formatearNumero` for an amount that was typed; undefined when there is nothing better to show. */
export async function formatTypedMoney(text: string): Promise<string | undefined> {
  if (parseMoney(text) === null) return undefined;
  const result = await callApi('/formatearNumero', { valor: text });
  return result.ok ? result.answer : undefined;
}
