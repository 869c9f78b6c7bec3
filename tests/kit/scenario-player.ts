/** Replays a generated scenario through the API of a real server. */
import type { CallPath, RequestOf } from '#contract/contract.ts';
import type { AccountingSplit } from '#machines/domain/expense/expense-guards.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { boxRow, forgetPdf, openPdf } from './box-rows.ts';
import {
  categories,
  documentClass,
  nextReceipt,
  pdf,
  reason,
  type Scene,
  tax,
  today,
} from './box-scene.ts';
import type { CallResult } from './client.ts';
import { type BoxMove, type ExpenseMove, offersInvoices, type World } from './domain-fixtures.ts';
import type { BoxStep, ExpenseStep, RecordStep, ScenarioStep } from './domain-paths.ts';
import { cufeOf, invoiceXml } from './files/invoice-xml.ts';
import { addStore, type TestStore } from './people.ts';

/** Ids of the test database for the generated paths. */
export const sceneWorld: World = {
  categories: {
    plain: categories.plain,
    maintenance: categories.maintenance,
    reimbursable: categories.reimbursable,
    invoiced: categories.other,
  },
  values: {
    plain: 12_500_00,
    maintenance: 180_000_50,
    reimbursable: 20_000_00,
    invoiced: 12_500_00,
  },
  reason,
  tax,
  documentClass,
  company: 'Servientrega',
  invoiceUrls: ['https://facturas.test/b', 'https://facturas.test/c'],
};

type AnyResult = CallResult<CallPath>;

/** Call of a step. */
interface Request {
  path: CallPath;
  body: Record<string, unknown>;
}

/** Types the body by the contract of `Path`. */
const request = <Path extends CallPath>(path: Path, body: RequestOf<Path>): Request => ({
  path,
  body,
});

interface Target {
  id_caja: number;
  id_tienda: number;
}

const splitFields = (split: AccountingSplit | null) =>
  split === null
    ? { item: 0 as const }
    : {
        item: 1 as const,
        indicadorImpuesto: split.indicador,
        tipo_persona: split.tipo_persona as 'PJ' | 'PN' | null,
        categorias: [...split.categorias],
        categorias_nuevas: [],
        item_valor: split.valores.map((valor) => (valor === null ? null : toPesos(valor))),
        iva_item: [...split.impuestos],
      };

interface Decided {
  observacion: string;
  id_rechazo: number | null;
}

const supervise = (
  { id_caja }: Target,
  id_gasto: number,
  estado: 3 | 4,
  move: Decided & { reembolsar?: number | null },
) =>
  request('/guardarSupervisor', {
    id_caja,
    id_gasto,
    estado,
    item: 0,
    observacion: move.observacion,
    id_rechazo: move.id_rechazo,
    reembolsar: move.reembolsar == null ? null : toPesos(move.reembolsar),
  });

const maintain = (
  { id_caja }: Target,
  id_gasto: number,
  estado: 9 | 10,
  { observacion, id_rechazo }: Decided,
) =>
  request('/guardarMantenimiento', {
    id_caja,
    id_gasto,
    estado,
    item: 0,
    observacion,
    id_rechazo,
  });

const account = (
  { id_caja }: Target,
  id_gasto: number,
  estado: 6 | 7,
  { observacion, id_rechazo, desglose }: Decided & { desglose: AccountingSplit | null },
) =>
  request('/guardarContabilidad', {
    id_caja,
    id_gasto,
    estado,
    observacion,
    id_rechazo,
    ...splitFields(desglose),
  });

const finish = (id_gasto: number, estado: 15 | 16, { observacion, id_rechazo }: Decided) =>
  request('/guardarContabilidadFinal', { id_gasto, estado, observacion, id_rechazo });

/** JSON call of an expense step; null for an upload or an event without a call. */
function expenseRequest(target: Target, id_gasto: number, move: ExpenseMove): Request | null {
  switch (move.type) {
    case 'EXPENSE.REMOVE':
      return request('/eliminarGasto', { id_gasto, id_tienda: target.id_tienda });
    case 'EXPENSE.CHOOSE_INVOICE':
      return request('/elegirFacturaElectronica', { id_gasto, recibo: 'FE2', url: move.url });
    case 'SUPERVISOR.APPROVE':
      return supervise(target, id_gasto, 3, move);
    case 'SUPERVISOR.REJECT':
      return supervise(target, id_gasto, 4, move);
    case 'MAINTENANCE.APPROVE':
      return maintain(target, id_gasto, 9, move);
    case 'MAINTENANCE.REJECT':
      return maintain(target, id_gasto, 10, move);
    case 'ACCOUNTING.APPROVE':
      return account(target, id_gasto, 6, move);
    case 'ACCOUNTING.REJECT':
      return account(target, id_gasto, 7, move);
    case 'EXPENSE.ITEMISE':
      return request('/guardarContabilidad', {
        id_caja: target.id_caja,
        id_gasto,
        estado: 3,
        ...splitFields(move.desglose),
      });
    case 'FINAL.APPROVE':
      return finish(id_gasto, 15, move);
    case 'FINAL.REJECT':
      return finish(id_gasto, 16, move);
    default:
      return null;
  }
}

const companyOf = ({ companies }: Scene, name: string | null): number | null => {
  if (name === null) return null;
  return name === 'Motorizado' ? companies.motorizado : companies.national;
};

function boxRequest(scene: Scene, { id_caja, id_tienda }: Target, move: BoxMove): Request {
  switch (move.type) {
    case 'BOX.PDF_OPENED':
      return request('/obtenerCaja', { id_caja });
    case 'BOX.SEND':
      return request('/enviarCaja', { id_caja, id_tienda });
    case 'BOX.SEND_SUPERVISOR':
      return request('/enviarCajaSupervisor', { id_caja });
    case 'BOX.SEND_MAINTENANCE':
      return request('/enviarCajaMantenimiento', { id_caja });
    case 'BOX.SEND_PRELIMINARY':
      return request('/enviarCajaContabilidadPrevia', { id_caja });
    case 'BOX.SHIP':
      return request('/enviarSoporteCaja', {
        id_caja,
        id_empresa: companyOf(scene, move.empresa),
        codigo: move.codigo,
      });
    case 'BOX.PAPERS_RECEIVED':
      return request('/recibirPapeles', { cajas: [id_caja] });
    case 'BOX.SEND_FINAL':
      return request('/enviarCajaContabilidad', { id_caja });
  }
}

let players = 0;

export class ScenarioPlayer {
  readonly scene: Scene;
  readonly store: TestStore;
  private readonly expenses = new Map<string, number>();
  /** Forms as last recorded or corrected. */
  private readonly forms = new Map<string, object>();

  private constructor(scene: Scene, store: TestStore) {
    this.scene = scene;
    this.store = store;
  }

  /** Adds a store with its open box, with the users of the scene. */
  static async start(scene: Scene): Promise<ScenarioPlayer> {
    players += 1;
    const { people } = scene;
    const store = await addStore(
      scene.db,
      {
        nombre: `Tienda ${players}`,
        responsable: people[2],
        supervisor: people[3],
        gerente: people[8],
      },
      scene.clock.now(),
    );
    return new ScenarioPlayer(scene, store);
  }

  get idCaja(): number {
    return this.store.idCaja;
  }

  /** Id of an expense by its name in the scenario. */
  expense(key: string): number {
    const id = this.expenses.get(key);
    if (id === undefined) throw new Error(`${key} was not recorded`);
    return id;
  }

  play(step: ScenarioStep): Promise<AnyResult> {
    if (step.kind === 'record') return this.record(step);
    return step.kind === 'box' ? this.moveBox(step) : this.moveExpense(step);
  }

  /** State codes of the remaining expenses, by their names in the scenario. */
  async codes(): Promise<Record<string, number>> {
    const rows = await this.scene.db
      .selectFrom('gastos')
      .select(['id', 'estado'])
      .where('id_caja', '=', this.idCaja)
      .execute();
    return Object.fromEntries(
      [...this.expenses].flatMap(([key, id]) =>
        rows.filter((row) => row.id === id).map(({ estado }) => [key, estado]),
      ),
    );
  }

  async boxCode(): Promise<number> {
    return (await boxRow(this.scene, this.idCaja)).active;
  }

  /** True when the user of the step may see the box. */
  async sees({ as }: ScenarioStep): Promise<boolean> {
    if (as === 2 || as === 4) return true;
    if ((await this.boxCode()) === boxStates.open.codigo) return false;
    if (as !== 5) return true;
    const event = await this.scene.db
      .selectFrom('evento')
      .select('id')
      .where('id_caja', '=', this.idCaja)
      .where('hacia', '=', 'maintenance')
      .executeTakeFirst();
    return event !== undefined;
  }

  private async record({ as, expense, category }: RecordStep): Promise<AnyResult> {
    const form = {
      fecha_gasto: today,
      id_proveedor: this.scene.suppliers.known,
      recibo: nextReceipt(),
      valor: toPesos(sceneWorld.values[category]),
      concepto: 'Compra de la tienda',
      categoria: [sceneWorld.categories[category]],
      ...(offersInvoices(category)
        ? { tipo_factura: 1, numero_factura: 'FE2' }
        : { tipo_factura: 0 }),
    };
    const result = await this.scene.browsers[as].call('/enviarGasto', {
      id_tienda: this.store.id,
      ...form,
    });
    this.expenses.set(expense, result.answer[0]?.id_gasto ?? 0);
    this.forms.set(expense, form);
    return result;
  }

  private async moveExpense({ as, expense, event }: ExpenseStep): Promise<AnyResult> {
    const id_gasto = this.expense(expense);
    const browser = this.scene.browsers[as];
    if (event.type === 'EXPENSE.INVOICE_FOUND') return this.importAnotherInvoice(as);
    if (event.type === 'EXPENSE.CORRECT') {
      const form = {
        ...this.forms.get(expense),
        // Different each time: an unchanged form would correct nothing.
        ...(event.diferencias.length > 0 && { concepto: `Compra corregida ${nextReceipt()}` }),
      };
      const result = await browser.upload('/corregirGasto', { id_gasto, ...form }, null);
      if (result.status === 200) this.forms.set(expense, form);
      return result;
    }
    if (event.type === 'EXPENSE.ATTACH_SUPPORT') {
      const bytes = pdf(`${this.store.id} ${nextReceipt()}`);
      return browser.upload('/cargarSoporte', { id_gasto }, { filename: 'recibo.pdf', bytes });
    }
    const call = expenseRequest(
      { id_caja: this.idCaja, id_tienda: this.store.id },
      id_gasto,
      event,
    );
    if (call === null) throw new Error(`nobody can send ${event.type}`);
    return browser.call(call.path, call.body);
  }

  /** Imports another invoice with the number that the expenses of the scenarios name. */
  private importAnotherInvoice(as: ProfileId): Promise<AnyResult> {
    const cufe = cufeOf(`${this.store.id} ${nextReceipt()}`);
    const xml = invoiceXml({ numero: 'FE2', nit: '800197268', digito: '4', fecha: today, cufe });
    const file = { filename: 'factura.xml', bytes: Buffer.from(xml) };
    return this.scene.browsers[as].upload('/importarFacturas', {}, file);
  }

  private async moveBox({ as, event }: BoxStep): Promise<AnyResult> {
    const target = { id_caja: this.idCaja, id_tienda: this.store.id };
    const { path, body } = boxRequest(this.scene, target, event);
    const browser = this.scene.browsers[as];
    if (event.type === 'BOX.PDF_OPENED') {
      await forgetPdf(this.scene, this.idCaja);
      await browser.get(`/documentos/legalizar.php?id_caja=${this.idCaja}`);
    }
    const result = await browser.call(path, body);
    // Shipping requires the legalisation to be opened, and most paths do not draw it.
    if (event.type === 'BOX.SEND_PRELIMINARY' && result.status === 200)
      await openPdf(this.scene, this.idCaja);
    return result;
  }
}
