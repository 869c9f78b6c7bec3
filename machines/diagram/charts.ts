/** The charts that people may look at, each made from the machine that runs. */
import { jointStages } from '#contract/wire-stages.ts';
import { boxGuards, boxMachine } from '#machines/domain/box.machine.ts';
import { boxEventNames, expenseEventNames } from '#machines/domain/event-names.ts';
import { expenseMachine } from '#machines/domain/expense.machine.ts';
import { expenseGuards } from '#machines/domain/expense-guards.ts';
import { expensePlaces } from '#machines/domain/expense-places.ts';
import { type ProfileId, profileIds, profiles } from '#machines/domain/profiles.ts';
import {
  reviewers,
  stageFor,
  type StageName,
  stageNames,
  stages,
} from '#machines/domain/stages.ts';
import { type BoxStateName, boxStates } from '#machines/domain/states.ts';
import {
  decisionMachines,
  itemisationMachine,
} from '#machines/flows/decisions/decision.machine.ts';
import { contactSheetMachine } from '#machines/flows/decisions/contact-sheet.machine.ts';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { type Sender, sendEventType } from '#machines/flows/boxes/box-send-rules.ts';
import { searchMachine } from '#machines/flows/search/search.machine.ts';
import { connectionMachine } from '#machines/flows/session/connection.machine.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import { expenseEntryMachine } from '#machines/flows/expenses/expense-entry.machine.ts';
import { invoiceImportMachine } from '#machines/flows/invoices/invoice-import.machine.ts';
import { rowImportMachine } from '#machines/flows/imports/row-import.machine.ts';
import { keptFileMachine } from '#machines/flows/drafts/kept-file.machine.ts';
import { createListMachine } from '#machines/flows/records/list.machine.ts';
import { outgoingMailsMachine } from '#machines/flows/mails/outgoing-mails.machine.ts';
import { createRecordFormMachine } from '#machines/flows/records/record-form.machine.ts';
import { createRecordListMachine } from '#machines/flows/records/record-list.machine.ts';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { guideScanMachine } from '#machines/flows/boxes/guide-scan.machine.ts';
import { shipMachine } from '#machines/flows/boxes/ship.machine.ts';
import { expenseQueueMachine } from '../flows/expenses/expense-queue.machine.ts';
import { invoiceScanMachine } from '../flows/expenses/invoice-scan.machine.ts';
import { supportFileMachine } from '#machines/flows/expenses/support-file.machine.ts';
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

const box: ChartSource = {
  id: 'box',
  nombre: 'Caja',
  machine: boxMachine,
  words: lawWords(boxEventNames, boxGuards),
  stored: boxStates,
  profilesOf: (_, guards) => profilesAllowed(boxGuards, guards),
};

const expense: ChartSource = {
  id: 'expense',
  nombre: 'Gasto',
  machine: expenseMachine,
  words: lawWords(expenseEventNames, expenseGuards),
  stored: expensePlaces,
  profilesOf: (_, guards) => profilesAllowed(expenseGuards, guards),
};

const lawCharts = [extractChart(box), extractChart(expense)];

/** Returns the profiles that may fire an event of the law somewhere, as its drawings show them. */
function profilesOfLaw(event: string): ProfileId[] {
  const names = new Set(
    lawCharts.flatMap(({ transitions }) =>
      transitions.flatMap((one) => (one.event === event ? one.perfiles : [])),
    ),
  );
  return profileIds.filter((id) => names.has(profiles[id].nombre));
}

interface Flow extends Pick<ChartSource, 'id' | 'nombre' | 'machine'> {
  /** Events of the law that the flow is for: who may fire them works in it. Absent: anybody. */
  serves?: readonly string[];
  /** Guards of the flow that ask the law about another event: only its profiles come through. */
  asks?: Readonly<Record<string, string>>;
}

function flow({ serves = [], asks = {}, ...chart }: Flow): ChartSource {
  const workers = serves.flatMap(profilesOfLaw);
  return {
    ...chart,
    words: flowWords,
    profilesOf: (_, guards) => {
      const allowed = guards.flatMap((name) => asks[name] ?? []).map(profilesOfLaw);
      const able = workers.filter((profile) => allowed.every((some) => some.includes(profile)));
      return allowed.length > 0 && able.length === 0 ? null : able;
    },
  };
}

const boxSend = (sender: Sender, nombre: string): ChartSource =>
  flow({
    id: `boxSend.${sender}`,
    nombre,
    machine: boxSendMachine,
    serves: [
      ...new Set(
        (Object.keys(boxStates) as BoxStateName[]).map((state) => sendEventType(sender, state)),
      ),
    ],
    asks: { deletionIsAllowed: 'EXPENSE.REMOVE' },
  });

const decision = (stage: StageName): ChartSource =>
  flow({
    id: `${stage}Decision`,
    nombre: `Decisión: ${stages[stage].nombre}`,
    machine: decisionMachines[stage],
    serves: [stages[stage].approve],
  });

/** The generic charts, made once of a kind that has a list to go back to. */
const anyRecord = createRecordFormMachine<unknown, unknown, unknown>({
  draft: '',
  refusals: () => [],
  request: () => null,
  incomplete: '',
  destination: null,
});

export const chartSources: readonly ChartSource[] = [
  box,
  expense,
  flow({ id: 'session', nombre: 'Sesión', machine: sessionMachine }),
  flow({ id: 'secondFactor', nombre: 'Segundo factor', machine: secondFactorMachine }),
  ...stageNames.map(decision),
  flow({
    id: 'contactSheet',
    nombre: 'Soportes de una caja',
    machine: contactSheetMachine,
    serves: jointStages.map((stage) => stages[stage].approve),
  }),
  boxSend('store', 'Envío de la tienda'),
  ...reviewers.map((name) => boxSend(name, `Envío ${stages[stageFor(name)].decisionOf}`)),
  flow({ id: 'ship', nombre: 'Envío de los papeles', machine: shipMachine, serves: ['BOX.SHIP'] }),
  flow({
    id: 'guideScan',
    nombre: 'Código de una guía',
    machine: guideScanMachine,
    serves: ['BOX.SHIP'],
  }),
  flow({
    id: 'expenseEntry',
    nombre: 'Registro de un gasto',
    machine: expenseEntryMachine,
    serves: ['EXPENSE.RECORD'],
  }),
  flow({
    id: 'invoiceScan',
    nombre: 'Código de una factura',
    machine: invoiceScanMachine,
    serves: ['EXPENSE.RECORD'],
  }),
  flow({
    id: 'expenseQueue',
    nombre: 'Gastos por enviar',
    machine: expenseQueueMachine,
    serves: ['EXPENSE.RECORD'],
  }),
  flow({
    id: 'keptFile',
    nombre: 'Archivo de un gasto sin guardar',
    machine: keptFileMachine,
    serves: ['EXPENSE.RECORD'],
  }),
  flow({
    id: 'supportFile',
    nombre: 'Preparación del soporte',
    machine: supportFileMachine,
    serves: ['EXPENSE.RECORD'],
  }),
  flow({
    id: 'itemisation',
    nombre: 'Itemización de un gasto',
    machine: itemisationMachine,
    serves: ['EXPENSE.ITEMISE'],
  }),
  flow({
    id: 'supplierLookup',
    nombre: 'Búsqueda del proveedor',
    machine: supplierLookupMachine,
    serves: ['EXPENSE.RECORD'],
  }),
  flow({
    id: 'invoiceImport',
    nombre: 'Importación de facturas',
    machine: invoiceImportMachine,
    serves: ['EXPENSE.INVOICE_FOUND'],
  }),
  flow({ id: 'rowImport', nombre: 'Importación de usuarios y tiendas', machine: rowImportMachine }),
  flow({ id: 'recordForm', nombre: 'Formulario de un registro', machine: anyRecord }),
  flow({ id: 'recordList', nombre: 'Lista de registros', machine: createRecordListMachine() }),
  flow({ id: 'list', nombre: 'Lista de consulta', machine: createListMachine() }),
  flow({ id: 'detail', nombre: 'Detalle de consulta', machine: createDetailMachine() }),
  flow({ id: 'outgoingMails', nombre: 'Correos sin enviar', machine: outgoingMailsMachine }),
  flow({
    id: 'workflowPresent',
    nombre: 'Flujo de trabajo: ahora',
    machine: workflowPresentMachine,
  }),
  flow({
    id: 'workflowConformance',
    nombre: 'Flujo de trabajo: conformidad',
    machine: workflowConformanceMachine,
  }),
  flow({ id: 'search', nombre: 'Búsqueda en todo', machine: searchMachine }),
  flow({ id: 'connection', nombre: 'Conexión', machine: connectionMachine }),
];

export const charts = chartSources.map(extractChart);
