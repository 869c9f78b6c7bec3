import {
  type ReferenceRow,
  type ReferenceTable,
  type referenceCalls,
  referenceTables,
  type UnfilteredRow,
  unfilteredTables,
} from '#contract/calls/reference.calls.ts';
import type { Permission } from '#contract/permissions.ts';
import { formatTyped, isMoney, parseMoney, toCentavos } from '#machines/domain/money.ts';
import { requirePermission } from '../../policies/call.policy.ts';
import { brokenRule } from '../../errors/http-error.ts';
import {
  activeList,
  listReference,
  unfilteredList,
} from '../../repositories/reference.repository.ts';
import type { Operation } from '../operation.ts';
import { conditionsOf } from './reference-conditions.ts';

/** Lists about people, suppliers and settings: for those whose screens need them. The rest is everybody's. */
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
  const { rows, total } = await context.read((trx) =>
    listReference<ReferenceRow>(trx, list, conditions, input),
  );
  context.setTotal(total);
  return rows;
};

const allRows: Operation<'/datosGeneralesNoActive'> = async (input, context) => {
  const list = unfilteredList(input.tabla, context.session);
  const conditions = conditionsOf(input.condicional, unfilteredTables[input.tabla], list.columns);
  const { rows, total } = await context.read((trx) =>
    listReference<UnfilteredRow>(trx, list, conditions, input),
  );
  context.setTotal(total);
  return rows;
};

/** Formats what a person typed, or a number of pesos, as the text that a form shows and accepts again. */
const formattedNumber: Operation<'/formatearNumero'> = async ({ valor }) => {
  const centavos =
    typeof valor === 'string' ? parseMoney(valor) : isMoney(valor) ? toCentavos(valor) : null;
  if (centavos === null) throw brokenRule('valor', 'Solo números');
  return formatTyped(centavos);
};

export const referenceOperations = {
  '/datosGenerales': activeRows,
  '/datosGeneralesNoActive': allRows,
  '/formatearNumero': formattedNumber,
} satisfies { [Path in keyof typeof referenceCalls]: Operation<Path> };
