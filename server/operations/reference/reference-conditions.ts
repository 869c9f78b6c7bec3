import type { ColumnKinds, Condition } from '#contract/calls/reference.calls.ts';
import { malformedMessage } from '#contract/fields.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { ReferenceCondition } from '../../repositories/reference.repository.ts';

const malformed = (column: string) =>
  new HttpError(400, {
    msg: malformedMessage,
    motivos: [{ guardia: `condicional.${column}`, mensaje: malformedMessage }],
  });

/** Maximum of a 32-bit column; PostgreSQL refuses to compare one with more. */
const maximumInteger = 2_147_483_647;

/** A value as its column holds it; a key may come as digits. */
function valueFor(
  column: string,
  kind: keyof ColumnKinds,
  value: string | number,
): string | number {
  if (kind === 'text') return String(value);
  if (typeof value === 'string' && !/^\d{1,15}$/.test(value)) throw malformed(column);
  const number = Number(value);
  if (Math.abs(number) > maximumInteger) throw malformed(column);
  return number;
}

/**
 * Conditions of a `condicional`, as far as its list allows.
 *
 * @param allowed columns that the list may be narrowed by
 * @throws HttpError 400 for any other column and for values that the column cannot hold
 */
export function conditionsOf(
  condition: Condition | undefined,
  allowed: Readonly<Record<string, 'equal' | 'prefix'>>,
  columns: Readonly<Record<string, keyof ColumnKinds>>,
): ReferenceCondition[] {
  return Object.entries(condition ?? {}).map(([column, wanted]) => {
    const match = Object.hasOwn(allowed, column) ? allowed[column] : undefined;
    const kind = columns[column];
    if (match === undefined || kind === undefined) throw malformed(column);
    const values = [wanted].flat().map((value) => valueFor(column, kind, value));
    return { column, match, values };
  });
}
