import type { TargetedState } from '#contract/calls/administration.calls.ts';
import { stages } from '#machines/domain/stages/stages.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import type { ChartName } from '#contract/calls/workflow.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { DrawingMarks, StateMark, TransitionMark } from '#machines/diagram/chart-look.ts';
import {
  type Chart,
  timesOfArrows,
  timesTaken,
  transitionsTaken,
} from '#machines/diagram/chart.ts';
import { workingTimeInWords } from '#machines/domain/values/durations.ts';
import { type DelayState, onTheWay } from '#machines/domain/box/box-delays.ts';
import { isChartName, restingStatesOf, stateNameOf } from '#machines/domain/history/log-words.ts';
import {
  type History,
  type PresentRow,
  percentInWords,
  rejectionsOf,
  staysOf,
  transitionsOf,
} from '#machines/domain/history/workflow-history.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { countOf, counted } from '#machines/domain/values/texts.ts';
import type { WorkflowAddress } from '../../shell/screens/workflow-address.ts';

const millions = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** Short amount: whole pesos, from a million on in millions (`$ 2,4 M`). */
const shortAmount = (pesos: number): string =>
  pesos < 1_000_000 ? formatPesos(Math.round(pesos)) : `$ ${millions.format(pesos / 1_000_000)} M`;

/** Box as part of a sentence: `de la caja n.º 12 de Tienda Centro`. */
export const boxOf = (box: { tienda: string; consecutivo: number | null }): string =>
  box.consecutivo === null
    ? `de la caja abierta de ${box.tienda}`
    : `de la caja n.º ${box.consecutivo} de ${box.tienda}`;

/** Chart with figures that the address names; the box chart by default. */
export const domainChartOf = ({ maquina }: WorkflowAddress): ChartName =>
  isChartName(maquina) ? maquina : 'box';

/** Filters of the address that select boxes, as request parameters. */
export const boxFilterParams = ({ tienda, supervisor, formato, ciudad }: WorkflowAddress) => ({
  ...(tienda > 0 && { id_tienda: tienda }),
  ...(supervisor > 0 && { id_supervisor: supervisor }),
  ...(formato > 0 && { id_formato: formato }),
  ...(ciudad > 0 && { id_ciudad: ciudad }),
});

/** The ends of a range in the address, as request parameters. */
function rangeIn<From extends string, To extends string>(range: string, from: From, to: To) {
  const [least = '', most = ''] = range.split('-');
  return {
    ...(least !== '' && { [from]: Number(least) }),
    ...(most !== '' && { [to]: Number(most) }),
  } as Partial<Record<From | To, number>>;
}

/** Filters of cases with the same name in the address and in a request. */
const sameNames = [
  'resultado',
  'camino',
  'paso',
  'con',
  'mantenimiento',
  'tarde',
  'tarde_en',
] as const;

/** Filters of the address that select cases (boxes closed in the period), as request parameters. */
export const caseFilterParams = (address: WorkflowAddress) => ({
  ...periodParams(address),
  ...(address.categoria > 0 && { id_categoria: address.categoria }),
  ...rangeIn(address.valor, 'valor_min', 'valor_max'),
  ...rangeIn(address.dias, 'dias_min', 'dias_max'),
  ...(Object.fromEntries(
    sameNames.flatMap((name) => (address[name] === '' ? [] : [[name, address[name]]])),
  ) as Partial<Pick<RequestOf<'/flujoCiclo'>, (typeof sameNames)[number]>>),
  ...(address.persona > 0 && { id_persona: address.persona }),
  ...(address.motivo > 0 && { id_motivo: address.motivo }),
  ...(address.relevos !== '' && { relevos: Number(address.relevos) }),
  ...(address.dia_envio !== '' && { dia_envio: Number(address.dia_envio) }),
});

/** Filters of the address that Ahora offers: stores and period. */
export const periodParams = (address: WorkflowAddress) => ({
  desde: address.desde,
  hasta: address.hasta,
  ...boxFilterParams(address),
});

/** What did not happen in time, by state. */
const delays: Record<TargetedState, string> = {
  supervision: 'el supervisor no decidió',
  maintenance: 'mantenimiento no decidió',
  preliminary: 'contabilidad no decidió',
  readyToShip: 'la tienda no envió',
  finalAccounting: 'contabilidad no cerró',
};

/** Name of a stage in the path of a box. */
export const stageNameOf = (estado: DelayState): string =>
  estado === onTheWay ? stateNameOf('box', estado) : boxStates[estado].etapa;

/** Why a case is late: `Fuera de meta por 46 días hábiles en «Envío de papeles» (meta 5): la tienda no envió`. */
export const lateInWords = (
  { estado, meta, exceso }: { estado: TargetedState; meta: number; exceso: number },
  calendar: WorkingCalendar,
): string =>
  `Fuera de meta por ${workingTimeInWords(exceso, calendar)} en «${stageNameOf(estado)}» (meta ${meta}): ${delays[estado]}`;

/** Name and definition of each figure. */
export const terms = {
  casos: ['Cajas', 'Cajas cerradas en el periodo, con los filtros elegidos.'],
  enCurso: ['Cajas en curso', 'Cajas enviadas que todavía no se cierran.'],
  ciclo: ['Tiempo de ciclo', 'Tiempo hábil del primer gasto al cierre: la mitad tarda menos.'],
  duracion: ['Tiempo de ciclo', 'Tiempo hábil del primer gasto al cierre.'],
  media: ['Media', 'Suma de los tiempos dividida entre las cajas.'],
  mediana: ['Mediana', 'La mitad de las cajas tarda menos.'],
  p90: ['Percentil 90', 'Nueve de cada diez cajas tardan menos.'],
  minimo: ['Mínimo', 'La caja que menos tardó.'],
  maximo: ['Máximo', 'La caja que más tardó.'],
  delEnvio: [
    'Del envío al cierre',
    'Tiempo hábil del envío de la tienda al cierre: la mitad tarda menos.',
  ],
  alDinero: [
    'De la compra al dinero',
    'Del primer gasto a la confirmación del giro, en las cajas que la tienen: la mitad tarda menos.',
  ],
  peorAlDinero: ['La más lenta al dinero', 'La caja que más tardó hasta confirmar el giro.'],
  tarde: ['Tarde', 'Cajas que pasaron la meta de una etapa.'],
  retrabajo: ['Con reprocesos', 'Cajas en las que una etapa decidió de nuevo un gasto.'],
  reprocesos: ['Reprocesos', 'Decisiones de una etapa sobre un gasto que ya había decidido.'],
  limpios: ['Sin reprocesos', 'Cajas en las que cada etapa decidió cada gasto una vez.'],
  directos: ['Camino directo', 'Cajas sin rechazo, sin corrección y sin mantenimiento.'],
  variantes: ['Variantes', 'Caminos distintos que siguieron las cajas.'],
  llegadas: ['Llegadas', 'Cajas que llegaron ese día a una etapa después del envío.'],
  salidas: ['Salidas', 'Cajas que salieron ese día de una etapa después del envío.'],
  relevos: ['Cambios de responsable', 'Veces que una caja cambió de responsable.'],
  espera: [
    'Hasta la primera acción',
    'Tiempo hábil de todas las cajas, desde que llegan hasta lo primero que alguien hace.',
  ],
  trabajo: [
    'Hasta terminar',
    'Tiempo hábil de todas las cajas, desde lo primero que alguien hace hasta el envío.',
  ],
  tiempo: ['Tiempo', 'Suma de los tiempos de ciclo de todas las cajas.'],
  rechazos: ['Rechazos', 'Decisiones que rechazaron un gasto.'],
  rechazos_perdidos: ['Rechazos', 'Los que no habría habido.'],
  rechazados: [
    'Gastos rechazados',
    'Gastos que alguna etapa rechazó, también los corregidos después.',
  ],
  correcciones: ['Correcciones', 'Veces que la tienda corrigió un gasto.'],
  costo: [
    'Costo',
    'Tiempo hábil de más, en promedio, que las cajas sin reprocesos del mismo grupo. Solo con cinco o más de cada lado.',
  ],
  cajas: ['Cajas', 'Cajas que envían las tiendas.'],
  vueltas: ['Devoluciones', 'Veces que un gasto rechazado volvió a su tienda y se corrigió.'],
  decisiones: ['Decisiones', 'Aprobaciones y rechazos que tomaron las personas.'],
  valor: ['Valor', 'Pesos que pidieron las cajas.'],
  aprobado: ['Aprobado', 'Pesos que se aprobaron.'],
  total: ['Valor', 'Pesos que pidió la caja.'],
  meta: ['Meta', 'Días hábiles que puede durar la etapa.'],
} as const satisfies Record<string, readonly [name: string, definition: string]>;

export type Term = keyof typeof terms;

export const nameOf = (term: Term): string => terms[term][0];

/** Conversion of figures to marks on a chart. */

const things: Record<PresentRow['maquina'], readonly [one: string, many: string]> = {
  box: ['caja', 'cajas'],
  expense: ['gasto', 'gastos'],
  payment: ['caja', 'cajas'],
};

/** Marks each state with its current count, amount and longest wait; the wait sets the colour. */
export function presentMarks(
  rows: readonly PresentRow[],
  charts: readonly PresentRow['maquina'][],
  instante: number,
  calendar: WorkingCalendar,
): DrawingMarks {
  const own = rows.filter(({ maquina }) => charts.includes(maquina));
  const waitOf = ({ desde }: PresentRow): number =>
    desde === null ? 0 : workingTimeBetween(desde, instante, calendar);
  const longest = Math.max(1, ...own.filter(isUnderWay).map(waitOf));
  const states = own.map((row): [string, StateMark] => {
    const { maquina, estado, cantidad, valor, desde } = row;
    return [
      estado,
      {
        lines: [
          [
            counted(cantidad, ...things[maquina]),
            ...(cantidad === 0 ? [] : [shortAmount(valor)]),
          ].join(' · '),
          ...(desde === null ? [] : [`hace ${workingTimeInWords(waitOf(row), calendar)}`]),
        ],
        ...(isUnderWay({ estado }) && { weight: waitOf(row) / longest }),
      },
    ];
  });
  return { states: new Map(states) };
}

/** Closed boxes do not wait. */
const isUnderWay = ({ estado }: { estado: string }): boolean => estado !== 'closed';

/** A transition as the filter `paso` names it. */
export const stepOf = ({ maquina, evento, desde, hacia }: History['transiciones'][number]) =>
  [maquina, evento, desde, hacia].join(' ');

type PathToCases = (paso: string) => string;

/** Marks the time that the cases of a period spent in each state. */
export const timeMarks = (
  history: History,
  maquina: ChartName,
  calendar: WorkingCalendar,
  pathTo: PathToCases,
): DrawingMarks => ({
  states: new Map(
    staysOf(history, maquina).map(({ estado, mediana, parte }): [string, StateMark] => [
      estado,
      {
        lines: [
          `mediana ${workingTimeInWords(mediana, calendar)}`,
          ...(parte === null ? [] : [`${percentInWords(parte)} del tiempo`]),
        ],
        ...(parte !== null && { weight: parte }),
        to: pathTo(`${maquina} ${estado}`),
      },
    ]),
  ),
});

/** Marks how often each transition was taken in a period and, of boxes, how many left each state. */
export function countMarks(
  history: History,
  chart: Chart,
  maquina: ChartName,
  pathTo: PathToCases,
): DrawingMarks {
  const logged = transitionsOf(history, maquina);
  const taken = timesTaken(chart, logged);
  const most = Math.max(1, ...timesOfArrows(chart, taken).values());
  const transitions = [...taken].map(([id, veces]): [string, TransitionMark] => [
    id,
    {
      label: countOf(veces),
      weight: veces / most,
      to: pathTo(
        logged
          .filter((one) => {
            const [first, ...others] = transitionsTaken(chart, one);
            return first?.id === id && others.length === 0;
          })
          .map(stepOf)
          .join(','),
      ),
    },
  ]);
  return {
    transitions: new Map(transitions),
    ...(maquina === 'box' && { states: boxCounts(history, pathTo) }),
  };
}

const sumOf = (rows: readonly { veces: number }[]): number =>
  rows.reduce((sum, { veces }) => sum + veces, 0);

/** Boxes that left each state, or entered the last one, and what their stages rejected and let correct. */
function boxCounts(history: History, pathTo: PathToCases): ReadonlyMap<string, StateMark> {
  const moves = transitionsOf(history, 'box').filter(({ desde, hacia }) => desde !== hacia);
  const corrected = history.transiciones.filter(({ evento }) => evento === 'EXPENSE.CORRECT');
  const loops = new Map<string, string[]>(
    rejectionsOf(history).map(({ etapa, rechazos }) => {
      const { boxState, rejected } = stages[etapa];
      const correcciones = sumOf(corrected.filter(({ desde }) => desde === rejected));
      return [
        boxState,
        [
          ...(rechazos === 0 ? [] : [counted(rechazos, 'rechazo', 'rechazos')]),
          ...(correcciones === 0 ? [] : [counted(correcciones, 'corrección', 'correcciones')]),
        ],
      ];
    }),
  );
  return new Map(
    restingStatesOf('box').map((estado): [string, StateMark] => {
      const boxes = moves.filter(
        ({ desde, hacia }) => estado === (estado === 'closed' ? hacia : desde),
      );
      const back = loops.get(estado) ?? [];
      return [
        estado,
        {
          lines: [
            counted(sumOf(boxes), ...things.box),
            ...(back.length === 0 ? [] : [`↩ ${back.join(' · ')}`]),
          ],
          ...(estado !== 'closed' && { to: pathTo(`box ${estado}`) }),
        },
      ];
    }),
  );
}
