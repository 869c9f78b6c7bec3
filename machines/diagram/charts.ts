/** The charts that people may look at, each made from the machine that runs. */
import type { AnyStateMachine } from 'xstate';
import { jointStages } from '#contract/wire-stages.ts';
import { boxGuards, boxMachine } from '#machines/domain/box/box.machine.ts';
import { boxEventNames, expenseEventNames } from '#machines/domain/history/event-names.ts';
import { expenseMachine } from '#machines/domain/expense/expense.machine.ts';
import { expenseGuards } from '#machines/domain/expense/expense-guards.ts';
import { expensePlaces } from '#machines/domain/expense/expense-places.ts';
import { type ProfileId, profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { reviewers, stageFor, stageNames, stages } from '#machines/domain/box/stages.ts';
import { type BoxStateName, boxStates } from '#machines/domain/box/states.ts';
import { decisionMachines, itemisationMachine } from '#machines/flows/review/decision.machine.ts';
import { contactSheetMachine } from '#machines/flows/review/contact-sheet.machine.ts';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { type Sender, sendEventType } from '#machines/flows/boxes/box-send-rules.ts';
import { searchMachine } from '#machines/flows/search/search.machine.ts';
import { connectionMachine } from '#machines/flows/session/connection.machine.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import { invoiceImportMachine } from '#machines/flows/invoice-import/invoice-import.machine.ts';
import { rowImportMachine } from '#machines/flows/imports/row-import.machine.ts';
import { keptFileMachine } from '#machines/flows/drafts/kept-file.machine.ts';
import { createListMachine } from '#machines/flows/records/list.machine.ts';
import { outgoingMailsMachine } from '#machines/flows/mails/outgoing-mails.machine.ts';
import { createRecordFormMachine } from '#machines/flows/records/record-form.machine.ts';
import { createRecordListMachine } from '#machines/flows/records/record-list.machine.ts';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { guideScanMachine } from '#machines/flows/shipping/guide-scan.machine.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { expenseQueueMachine } from '../flows/queue/expense-queue.machine.ts';
import { invoiceScanMachine } from '../flows/expenses/invoice-scan.machine.ts';
import { receiptFileMachine } from '#machines/flows/expenses/receipt-file.machine.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { type ChartWords, flowWords } from '#machines/flows/words.ts';
import { workflowConformanceMachine } from '#machines/flows/workflow/workflow-conformance.machine.ts';
import { workflowPresentMachine } from '#machines/flows/workflow/workflow-present.machine.ts';
import { profilesAllowed } from './allowed-profiles.ts';
import { type ChartSource, extractChart } from './extract-chart.ts';

type Sentences = Readonly<Record<string, { mensaje: string }>>;

const sentences = (facts: Sentences) =>
  Object.fromEntries(Object.entries(facts).map(([name, { mensaje }]) => [name, mensaje]));

const lawWords = (events: Record<string, string>, facts: Sentences): ChartWords => ({
  events,
  guards: sentences(facts),
  calls: {},
  entryActions: {},
});

const laws: ChartSource[] = [
  {
    id: 'box',
    nombre: 'Caja',
    machine: boxMachine,
    words: lawWords(boxEventNames, boxGuards),
    stored: boxStates,
    profilesOf: (_, guards) => profilesAllowed(boxGuards, guards),
  },
  {
    id: 'expense',
    nombre: 'Gasto',
    machine: expenseMachine,
    words: lawWords(expenseEventNames, expenseGuards),
    stored: expensePlaces,
    profilesOf: (_, guards) => profilesAllowed(expenseGuards, guards),
  },
];

const lawCharts = laws.map(extractChart);

/** Returns the profiles that may fire an event of the law somewhere, as its drawings show them. */
function profilesOfLaw(event: string): ProfileId[] {
  const names = new Set(
    lawCharts.flatMap(({ transitions }) =>
      transitions.flatMap((one) => (one.event === event ? one.perfiles : [])),
    ),
  );
  return profileIds.filter((id) => names.has(profiles[id].nombre));
}

interface Work {
  id?: string;
  /** Events of the law that the flow is for: who may fire them works in it. Absent: anybody. */
  serves?: readonly string[];
  /** Guards of the flow that ask the law about another event: only its profiles come through. */
  asks?: Readonly<Record<string, string>>;
}

function flow(
  machine: AnyStateMachine,
  nombre: string,
  { id = machine.id, serves = [], asks = {} }: Work = {},
): ChartSource {
  const workers = serves.flatMap(profilesOfLaw);
  return {
    id,
    nombre,
    machine,
    words: flowWords,
    profilesOf: (_, guards) => {
      const allowed = guards.flatMap((name) => asks[name] ?? []).map(profilesOfLaw);
      const able = workers.filter((profile) => allowed.every((some) => some.includes(profile)));
      return allowed.length > 0 && able.length === 0 ? null : able;
    },
  };
}

const boxSend = (sender: Sender, nombre: string): ChartSource => {
  const states = Object.keys(boxStates) as BoxStateName[];
  return flow(boxSendMachine, nombre, {
    id: `boxSend.${sender}`,
    serves: [...new Set(states.map((state) => sendEventType(sender, state)))],
    asks: { deletionIsAllowed: 'EXPENSE.REMOVE' },
  });
};

/** The generic charts, made once of a kind that has a list to go back to. */
const anyRecord = createRecordFormMachine<unknown, unknown, unknown>({
  draft: '',
  refusals: () => [],
  request: () => null,
  incomplete: '',
  destination: null,
});

const ofShipping = { serves: ['BOX.SHIP'] };
const ofRecording = { serves: ['EXPENSE.RECORD'] };

export const chartSources: readonly ChartSource[] = [
  ...laws,
  flow(sessionMachine, 'Sesión'),
  flow(secondFactorMachine, 'Segundo factor'),
  ...stageNames.map((stage) =>
    flow(decisionMachines[stage], `Decisión: ${stages[stage].nombre}`, {
      serves: [stages[stage].approve],
    }),
  ),
  flow(contactSheetMachine, 'Soportes de una caja', {
    serves: jointStages.map((stage) => stages[stage].approve),
  }),
  boxSend('store', 'Envío de la tienda'),
  ...reviewers.map((name) => boxSend(name, `Envío ${stages[stageFor(name)].decisionOf}`)),
  flow(shipMachine, 'Envío de los papeles', ofShipping),
  flow(guideScanMachine, 'Código de una guía', ofShipping),
  flow(expenseEntryMachine, 'Registro de un gasto', ofRecording),
  flow(invoiceScanMachine, 'Código de una factura', ofRecording),
  flow(expenseQueueMachine, 'Gastos por enviar', ofRecording),
  flow(keptFileMachine, 'Archivo de un gasto sin guardar', ofRecording),
  flow(receiptFileMachine, 'Preparación del soporte', ofRecording),
  flow(itemisationMachine, 'Itemización de un gasto', { serves: ['EXPENSE.ITEMISE'] }),
  flow(supplierLookupMachine, 'Búsqueda del proveedor', ofRecording),
  flow(invoiceImportMachine, 'Importación de facturas', { serves: ['EXPENSE.INVOICE_FOUND'] }),
  flow(rowImportMachine, 'Importación de usuarios y tiendas'),
  flow(anyRecord, 'Formulario de un registro'),
  flow(createRecordListMachine(), 'Lista de registros'),
  flow(createListMachine(), 'Lista de consulta'),
  flow(createDetailMachine(), 'Detalle de consulta'),
  flow(outgoingMailsMachine, 'Correos sin enviar'),
  flow(workflowPresentMachine, 'Flujo de trabajo: ahora'),
  flow(workflowConformanceMachine, 'Flujo de trabajo: conformidad'),
  flow(searchMachine, 'Búsqueda en todo'),
  flow(connectionMachine, 'Conexión'),
];

export const charts = chartSources.map(extractChart);
