/** The administrator: creates, changes and deletes shipping companies, and changes one setting. */
import type { SeededRandom } from '#server/operate/demonstration/seeded-random.ts';
import type { WebClient } from '#tests/kit/web-client.ts';
import type { RowFacts } from './ledger.ts';
import { type Action, Worker } from './worker.ts';

const cities: readonly [number, ...number[]] = [5001, 11001, 1146];

export class OfficeWorker extends Worker {
  protected readonly browsers: readonly WebClient[];
  readonly #admin: WebClient;
  #count = 0;

  constructor(random: SeededRandom, admin: WebClient) {
    super(random);
    this.#admin = admin;
    this.browsers = [admin];
  }

  protected async choices(): Promise<Action[]> {
    const companies = [...this.ledger.rows].filter(([name]) => name.startsWith('empresa '));
    const company =
      companies.length === 0 ? [] : [companies[this.random.between(0, companies.length - 1)]];
    return [
      this.#create(),
      this.#configure(),
      ...company.flatMap((row) => (row ? this.#change(row) : [])),
    ];
  }

  #create(): Action {
    this.#count += 1;
    const nombre = `Mensajería ${this.#count}`;
    const zona = this.random.pick(cities);
    return {
      weight: 2,
      repeatable: true,
      send: () => this.#admin.call('/crearEmpresa', { nombre, zona }, nombre.replace(/\W/g, '-')),
      facts: { [`empresa ${nombre}`]: { id_ciudad: zona, active_: 1 } },
      learn: ({ id_empresa }) => ({ [`empresa ${nombre}`]: { id: Number(id_empresa) } }),
    };
  }

  #configure(): Action {
    const monto_maximo = this.random.between(1, 900) * 1_000;
    return {
      weight: 1,
      send: () => this.#admin.call('/configGeneral', { monto_maximo }),
      facts: { 'config monto_maximo': { field_content: String(monto_maximo) } },
    };
  }

  #change([name, { id = 0, active_ }]: [string, RowFacts]): Action[] {
    const element = { id_elemento: id, tabla: 'empresas' } as const;
    const opc = active_ === 1 ? 0 : 1;
    return [
      {
        weight: 1,
        send: () => this.#admin.call('/actdesElemento', { ...element, opc }),
        facts: { [name]: { active_: opc } },
      },
      {
        weight: 1,
        send: () => this.#admin.call('/eliminarElemento', element),
        facts: { [name]: null },
      },
    ];
  }
}
