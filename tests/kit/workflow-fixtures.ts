/** Answers of the workflow calls in the tests of flows and views. */
import type { AnswerOf } from '#contract/contract.ts';
import type { Present } from '#machines/flows/workflow/workflow-present.machine.ts';
import type { BoxLog } from '#machines/domain/history/workflow-box.ts';
import type { History } from '#machines/domain/history/workflow-history.ts';

/** Noon of one imagined day. */
export const imaginedNow = Date.UTC(2030, 4, 20, 17, 0, 0);

const hour = 3_600_000;
const day = 24 * hour;

/** Twelve boxes with a supervisor, two with the stores, and thirty undecided expenses. */
export const aPresent = (instante = imaginedNow): Present => ({
  instante,
  rows: [
    {
      maquina: 'box',
      estado: 'open',
      cantidad: 2,
      valor: 180_000,
      desde: instante - day,
      id_caja: 91,
    },
    {
      maquina: 'box',
      estado: 'supervision',
      cantidad: 12,
      valor: 3_450_000.5,
      desde: instante - 9 * day,
      id_caja: 12,
    },
    {
      maquina: 'expense',
      estado: 'supervision.unreviewed',
      cantidad: 30,
      valor: 3_000_000,
      desde: instante - 8 * day,
      id_caja: 12,
    },
  ],
});

/** Totals of one month: supervision takes most of the time. */
export const aHistory = (changes: Partial<History> = {}): History => ({
  transiciones: [
    { maquina: 'box', evento: 'BOX.SEND', desde: 'open', hacia: 'supervision', veces: 40 },
    {
      maquina: 'box',
      evento: 'BOX.SEND_SUPERVISOR',
      desde: 'supervision',
      hacia: 'maintenance',
      veces: 10,
    },
    {
      maquina: 'box',
      evento: 'BOX.SEND_SUPERVISOR',
      desde: 'supervision',
      hacia: 'preliminary',
      veces: 20,
    },
    {
      maquina: 'expense',
      evento: 'SUPERVISOR.REJECT',
      desde: 'unreviewed',
      hacia: 'supervisorRejected',
      veces: 5,
    },
  ],
  estancias: [
    {
      maquina: 'box',
      estado: 'maintenance',
      veces: 10,
      mediana: day,
      p90: 2 * day,
      suma: 38 * day,
    },
    {
      maquina: 'box',
      estado: 'supervision',
      veces: 30,
      mediana: 51 * hour,
      p90: 9 * day,
      suma: 62 * day,
    },
    {
      maquina: 'box',
      estado: 'open',
      veces: 40,
      mediana: 20 * day,
      p90: 30 * day,
      suma: 900 * day,
    },
    {
      maquina: 'expense',
      estado: 'supervision.unreviewed',
      veces: 90,
      mediana: 2 * day,
      p90: 4 * day,
      suma: 100 * day,
    },
  ],
  rechazos: [
    { etapa: 'supervisor', decisiones: 80, rechazos: 20 },
    { etapa: 'maintenance', decisiones: 0, rechazos: 0 },
    { etapa: 'accounting', decisiones: 50, rechazos: 0 },
    { etapa: 'final', decisiones: 0, rechazos: 0 },
  ],
  motivos: [
    { etapa: 'supervisor', id_rechazo: 2, nombre: 'No corresponde a caja menor', veces: 5 },
    { etapa: 'supervisor', id_rechazo: 1, nombre: 'Soporte ilegible', veces: 15 },
  ],
  ...changes,
});

/** Boxes of a store that wait for its supervisor, now late. */
export const aDelay = (
  changes: Partial<AnswerOf<'/flujoDemoras'>[number]> = {},
): AnswerOf<'/flujoDemoras'>[number] => ({
  estado: 'supervision',
  id: 3,
  nombre: 'Tienda Centro',
  supervisor: 'Luis Supervisor',
  cajas: 2,
  desde: imaginedNow - 7 * 86_400_000,
  mediana: 9 * 3_600_000,
  p90: 18 * 3_600_000,
  meta: 2,
  ...changes,
});

export const anEmptyHistory: History = {
  transiciones: [],
  estancias: [],
  rechazos: ['supervisor', 'maintenance', 'accounting', 'final'].map((etapa) => ({
    etapa,
    decisiones: 0,
    rechazos: 0,
  })),
  motivos: [],
};

type LoggedEvent = BoxLog['eventos'][number];

const storeActor = { id_actor: 20, actor: 'Ana Tienda', perfil: 2 };
const supervisorActor = { id_actor: 30, actor: 'Luis Supervisor', perfil: 3 };

const recorded = (id: number, valor: number) =>
  JSON.stringify({
    expense: { id, estado: 1, needsMaintenance: false, hasReceipt: false },
    facts: {
      boxState: 'open',
      needsMaintenance: false,
      hasReceipt: false,
      recordedBy: 20,
      categoryIds: [1],
      valor,
      reembolsar: null,
      offeredInvoices: [],
    },
    cambios: {},
  });

const events: readonly Omit<
  LoggedEvent,
  'secuencia' | 'instante' | 'version_maquina' | 'ingreso' | 'comprometido_otras'
>[] = [
  {
    ...storeActor,
    id_gasto: 7,
    evento: 'EXPENSE.RECORD',
    desde: 'recording',
    hacia: 'unreviewed',
    payload: recorded(7, 1_250_000),
  },
  {
    ...storeActor,
    id_gasto: 7,
    evento: 'EXPENSE.ATTACH_SUPPORT',
    desde: 'unreviewed',
    hacia: 'unreviewed',
    payload: '{"cambios":{}}',
  },
  {
    ...storeActor,
    id_gasto: null,
    evento: 'BOX.SEND',
    desde: 'open',
    hacia: 'supervision',
    payload: '{"cambios":{"consecutivo":4}}',
  },
  {
    ...supervisorActor,
    id_gasto: 7,
    evento: 'SUPERVISOR.REJECT',
    desde: 'unreviewed',
    hacia: 'supervisorRejected',
    payload: '{"observacion":"No se lee el sello","id_rechazo":1,"cambios":{}}',
  },
  {
    ...supervisorActor,
    id_gasto: null,
    evento: 'BOX.SEND_SUPERVISOR',
    desde: 'supervision',
    hacia: 'preliminary',
    payload: '{"cambios":{}}',
  },
];

/** One expense of $ 12.500, recorded, sent and rejected by the supervisor; one hour between events. */
export const aLog = (changes: Partial<BoxLog> = {}): BoxLog => ({
  id_caja: 12,
  id_tienda: 3,
  tienda: 'Tienda Centro',
  consecutivo: 4,
  active: 9,
  creada: imaginedNow - day,
  base: 500_000,
  metas: [{ estado: 'supervision', dias: 1 }],
  eventos: events.map((event, index) => ({
    ...event,
    secuencia: index + 1,
    instante: imaginedNow + index * hour,
    version_maquina: '1',
    ingreso: 'clave',
    comprometido_otras: 100_000,
  })),
  gastos: [{ id: 7, concepto: 'Papelería', proveedor: 'Papelería Norte' }],
  motivos: [{ id: 1, nombre: 'Soporte ilegible' }],
  ...changes,
});

/** The same log without the rejection: the supervisor could not have sent the box. */
export function aBrokenLog(): BoxLog {
  const { eventos } = aLog();
  const altered = eventos
    .filter(({ evento }) => evento !== 'SUPERVISOR.REJECT')
    .map((event, index) => ({ ...event, secuencia: index + 1 }));
  return aLog({ eventos: altered });
}

const measures = {
  media: 30 * hour,
  mediana: 27 * hour,
  p90: 54 * hour,
  minimo: 9 * hour,
  maximo: 90 * hour,
};

/** Forty cases, ten of them late and sixteen with rework; half of their time is at the supervisor. */
export const aCycle = (
  changes: Partial<AnswerOf<'/flujoCiclo'>> = {},
): AnswerOf<'/flujoCiclo'> => ({
  en_curso: 14,
  cifras: {
    casos: 40,
    valor: 9_000_000,
    ciclo: measures,
    del_envio: measures,
    al_dinero: null,
    tarde: 10,
    retrabajo: 16,
    directos: 20,
    variantes: 3,
    relevos: 200,
    gastos: 400,
    rechazados: 20,
  },
  peor_al_dinero: null,
  semanas: [
    { lunes: '2030-05-06', casos: 18, mediana: 18 * hour, p90: 45 * hour },
    { lunes: '2030-05-13', casos: 22, mediana: 27 * hour, p90: 54 * hour },
  ],
  marcha: [
    { lunes: '2030-05-06', enviadas: 21, cerradas: 18, en_curso: 15 },
    { lunes: '2030-05-13', enviadas: 21, cerradas: 22, en_curso: 14 },
  ],
  distribucion: [
    { desde: 0, hasta: 1, casos: 4 },
    { desde: 1, hasta: 3, casos: 26 },
    { desde: 10, hasta: 365, casos: 10 },
  ],
  etapas: [
    {
      estado: 'supervision',
      casos: 40,
      espera: 400 * hour,
      trabajo: 200 * hour,
      mediana: 9 * hour,
      p90: 18 * hour,
      tarde: 8,
      meta: 2,
    },
    {
      estado: 'preliminary',
      casos: 40,
      espera: 100 * hour,
      trabajo: 100 * hour,
      mediana: 3 * hour,
      p90: 6 * hour,
      tarde: 2,
      meta: null,
    },
  ],
  comunes: [{ atributo: 'formato', clave: 2, valor: 'Express', tarde: 8, otros: 6, azar: 0 }],
  ...changes,
});
