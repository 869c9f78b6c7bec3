import {
  type ColumnKinds,
  type Condition,
  type ReferenceRow,
  type ReferenceTable,
  type UnfilteredRow,
  referenceTables,
  unfilteredTables,
} from '#contract/calls/reference.calls.ts';
import { malformedSentence } from '#contract/fields.ts';
import { readDocument } from '#contract/typed-values.ts';
import type { Permission } from '#contract/permissions.ts';
import {
  formatTyped,
  isMoney,
  moneyRefusal,
  parseMoney,
  toCentavos,
} from '#machines/domain/values/money.ts';
import { HttpError, brokenRule } from '../../platform/errors/http-error.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import {
  activeList,
  listReference,
  type ReferenceCondition,
  unfilteredList,
} from './reference.repository.ts';
import { type Operation, pageFor } from '../../platform/http/operation.ts';

const refused = (column: string, why: string) => {
  const guardia = `condicional.${column}`;
  const mensaje = malformedSentence(guardia, why);
  return new HttpError(400, { msg: mensaje, motivos: [{ guardia, mensaje }] });
};

/** Maximum of a 32-bit column; PostgreSQL refuses to compare it with a larger value. */
const maximumInteger = 2_147_483_647;

/** Converts a value to the type of its column; a key may be a string of digits. @throws HttpError 400 */
function valueFor(
  column: string,
  kind: keyof ColumnKinds,
  value: string | number,
): string | number {
  if (kind === 'text') return column === 'num_doc' ? readDocument(String(value)) : String(value);
  const number = Number(value);
  if ((typeof value === 'string' && !/^\d{1,15}$/.test(value)) || Math.abs(number) > maximumInteger)
    throw refused(column, 'debe ser un número entero');
  return number;
}

/**
 * Conditions of a `condicional` that its list allows.
 *
 * @param allowed columns by which the list may be filtered
 * @throws HttpError 400 for any other column and for values that the column cannot hold
 */
function conditionsOf(
  condition: Condition | undefined,
  allowed: Readonly<Record<string, 'equal' | 'prefix'>>,
  columns: Readonly<Record<string, keyof ColumnKinds>>,
): ReferenceCondition[] {
  return Object.entries(condition ?? {}).map(([column, wanted]) => {
    const match = Object.hasOwn(allowed, column) ? allowed[column] : undefined;
    const kind = columns[column];
    if (match === undefined || kind === undefined)
      throw refused(column, 'no es una columna por la que se pueda filtrar');
    const values = [wanted].flat().map((value) => valueFor(column, kind, value));
    return { column, match, values };
  });
}

/** Permissions for lists of people, suppliers and settings; every session may read the other lists. */
const readers: Partial<Record<ReferenceTable, readonly Permission[]>> = {
  usuarios: ['listarUsuarios', 'crearUsuario', 'editarUsuario', 'crearTienda', 'editarTienda'],
  proveedores: ['crearGasto', 'detalleGastoContabilidad', 'detalleGastoCI'],
  config: ['business', 'cajaActual', 'crearGasto'],
};

const activeRows: Operation<'/datosGenerales'> = async (input, context) => {
  const permissions = readers[input.tabla];
  if (permissions) requirePermission(context.session, permissions);
  const list = activeList(input.tabla);
  const conditions = conditionsOf(input.condicional, referenceTables[input.tabla], list.columns);
  return pageFor(context, (trx) => listReference<ReferenceRow>(trx, list, conditions, input));
};

const allRows: Operation<'/datosGeneralesNoActive'> = async (input, context) => {
  const list = unfilteredList(input.tabla, context.session);
  const conditions = conditionsOf(input.condicional, unfilteredTables[input.tabla], list.columns);
  return pageFor(context, (trx) => listReference<UnfilteredRow>(trx, list, conditions, input));
};

/** Formats typed text, or a number of pesos, as the text that a form shows and accepts. */
const formattedNumber: Operation<'/formatearNumero'> = async ({ valor }) => {
  const centavos =
    typeof valor === 'string' ? parseMoney(valor) : isMoney(valor) ? toCentavos(valor) : null;
  if (centavos === null)
    throw brokenRule(
      'valor',
      moneyRefusal(typeof valor === 'string' ? valor : String(Math.trunc(valor))),
    );
  return formatTyped(centavos);
};

export const referenceOperations = {
  '/datosGenerales': activeRows,
  '/datosGeneralesNoActive': allRows,
  '/formatearNumero': formattedNumber,
};
