import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { type StageName, stageNames, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf, boxStates, isRejected } from '#machines/domain/box/states.ts';
import { figureNames, figuresOf, grantedOf } from '#machines/domain/fund/fund.ts';
import type { ConsolidatedExpense } from './consolidated.repository.ts';
import type { Column } from '../../platform/workbook/workbook-stream.ts';

/** An expense with what is found for it beside its own row. */
export interface ConsolidatedRow extends ConsolidatedExpense {
  /** Names and accounts of its categories, in their order, each once. */
  categorias: string;
  cuentas: string;
  /** The instant at which its store sent the box. */
  enviada: number | null;
}

type ConsolidatedColumn = Column<ConsolidatedRow>;

const text = (
  header: string,
  width: number,
  value: (row: ConsolidatedRow) => string | null,
): ConsolidatedColumn => ({ header, kind: 'text', width, value });

const money = (
  header: string,
  value: (row: ConsolidatedRow) => number | null,
): ConsolidatedColumn => ({ header, kind: 'money', width: 16, value });

const day = (header: string, value: (row: ConsolidatedRow) => string): ConsolidatedColumn => ({
  header,
  kind: 'day',
  width: 13,
  value,
});

const moment = (
  header: string,
  value: (row: ConsolidatedRow) => number | null,
): ConsolidatedColumn => ({ header, kind: 'moment', width: 17, value });

const boxState = (active: number): string => boxStates[boxStateOf(active)].nombre;

/** Those whose columns stand where they always did. */
const firstStages: readonly StageName[] = ['supervisor', 'maintenance', 'accounting', 'final'];

const decisionColumns = (stage: StageName): ConsolidatedColumn[] => {
  const { of, sufijo } = stages[stage];
  return [
    text(`Observación ${of}`, 40, (row) => row[`obs_${sufijo}`]),
    moment(`Fecha ${of}`, (row) => row[`fecha_${sufijo}`]),
  ];
};

/**
 * The columns of the consolidated, described in docs/figures.md. Others read the sheet by their place
 * and their names: new ones go to the end.
 */
export const consolidatedColumns: readonly ConsolidatedColumn[] = [
  text('Tienda', 28, (row) => row.tienda),
  text('Centro de costo', 14, (row) => row.centro_costo),
  text('Centro de beneficio', 14, (row) => row.centro_beneficio),
  text('Formato', 16, (row) => row.formato),
  text('Ciudad', 18, (row) => row.ciudad),
  { header: 'Reembolso n.º', kind: 'whole', width: 12, value: (row) => row.consecutivo },
  text('Estado de la caja', 24, (row) => boxState(row.active)),
  day('Fecha de creación de la caja', (row) => row.fecha_caja),
  moment('Fecha de envío de la caja', (row) => row.enviada),
  day('Fecha de compra', (row) => row.fecha_gasto),
  text('Documento del proveedor', 16, (row) => row.num_doc),
  text('Dígito de verificación', 12, (row) => row.digito),
  text('Proveedor', 32, (row) => row.proveedor_nombre),
  text('Recibo n.º', 16, (row) => row.recibo),
  text('Factura electrónica', 12, (row) => (row.factura_elec === 1 ? 'Sí' : 'No')),
  text('Factura n.º', 16, (row) => row.numero_factura),
  text('Categorías', 32, (row) => row.categorias),
  text('Cuentas', 16, (row) => row.cuentas),
  text('Concepto', 40, (row) => row.concepto),
  money('Valor', (row) => row.valor),
  money('Valor a reembolsar', (row) => (isRejected(row.estado) ? null : row.reembolsar)),
  money('Valor aprobado', grantedOf),
  text('Estado del gasto', 28, (row) => expenseFactsAt(row.active, row.estado).nombre),
  text('Motivo de rechazo', 28, (row) => row.motivo),
  ...firstStages.flatMap(decisionColumns),
  text('Novedades', 40, (row) => row.informe_novedad),
  text('Empresa de envío', 22, (row) => row.empresa),
  text('Guía', 18, (row) => row.codigo_soporte),
  text('Responsable', 28, (row) => row.responsable),
  text('Supervisor', 28, (row) => row.supervisor),
  text('Gerente', 28, (row) => row.gerente),
  text('Registrado por', 28, (row) => row.registrado_por),
  text('Encargado', 24, (row) => row.encargado),
  text('Clase de documento', 24, (row) => row.clase_documento),
  text('Tipo de persona', 10, (row) => row.tipo_persona),
  ...(['rejected', 'capped', 'undecided'] as const).map((figure) =>
    money(figureNames[figure], (row) => figuresOf([row])[figure]),
  ),
  money(figureNames.paid, (row) => (boxStateOf(row.active) === 'closed' ? grantedOf(row) : null)),
  ...stageNames.filter((name) => !firstStages.includes(name)).flatMap(decisionColumns),
];
