/** Moves boxes through the API with the users of each stage. */
import { type BoxStateName, boxStates } from '#machines/domain/stages/states.ts';
import { boxRow, openPdf } from './box-rows.ts';
import {
  categories,
  documentClass,
  type ExpenseForm,
  must,
  record,
  type Scene,
  tax,
} from './box-scene.ts';
import { addStore, type TestStore } from './people.ts';

export interface StagedBox {
  id: number;
  id_tienda: number;
  /** Ids of its expenses, in the order of `forms`. */
  expenses: number[];
}

export const approval = { item: 0, observacion: 'Revisado contra el soporte' } as const;

export const split = (valor: number, categoria: number = categories.plain) => ({
  item: 1 as const,
  indicadorImpuesto: documentClass,
  item_texto: 'Compra menor',
  item_valor: [valor],
  iva_item: [tax],
  categorias: [categoria],
  categorias_nuevas: [],
  tipo_persona: 'PJ' as const,
});

interface Stage {
  from: BoxStateName;
  enter: (scene: Scene, box: StagedBox) => Promise<unknown>;
}

/** Decisions of a stage on its pending expenses, and the send that follows. */
const stages: Record<Exclude<BoxStateName, 'open'>, Stage> = {
  supervision: {
    from: 'open',
    enter: (scene, { id, id_tienda }) =>
      must(scene.browsers[2], '/enviarCaja', { id_caja: id, id_tienda }),
  },
  maintenance: {
    from: 'supervision',
    enter: async (scene, { id }) => {
      for (const expense of await waiting(scene, id, 1))
        await must(scene.browsers[3], '/guardarSupervisor', {
          id_caja: id,
          id_gasto: expense.id,
          estado: 3,
          ...approval,
        });
      return must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: id });
    },
  },
  preliminary: {
    from: 'maintenance',
    enter: async (scene, { id }) => {
      if ((await boxRow(scene, id)).active === 9) return undefined;
      for (const expense of await waiting(scene, id, 13))
        await must(scene.browsers[5], '/guardarMantenimiento', {
          id_caja: id,
          id_gasto: expense.id,
          estado: 9,
          ...approval,
        });
      return must(scene.browsers[5], '/enviarCajaMantenimiento', { id_caja: id });
    },
  },
  readyToShip: {
    from: 'preliminary',
    enter: async (scene, { id }) => {
      for (const expense of await waiting(scene, id, 3, 9))
        await must(scene.browsers[6], '/guardarContabilidad', {
          id_caja: id,
          id_gasto: expense.id,
          estado: 6,
          observacion: approval.observacion,
          ...split(expense.valor / 100, expense.id_categoria),
        });
      await must(scene.browsers[6], '/enviarCajaContabilidadPrevia', { id_caja: id });
      return openPdf(scene, id);
    },
  },
  finalAccounting: {
    from: 'readyToShip',
    enter: (scene, { id }) =>
      must(scene.browsers[2], '/enviarSoporteCaja', {
        id_caja: id,
        id_empresa: scene.companies.national,
        codigo: 'GUIA0001',
      }),
  },
  closed: {
    from: 'finalAccounting',
    enter: async (scene, { id }) => {
      for (const expense of await waiting(scene, id, 3))
        await must(scene.browsers[6], '/guardarContabilidadFinal', {
          id_gasto: expense.id,
          estado: 15,
          observacion: approval.observacion,
        });
      return must(scene.browsers[6], '/enviarCajaContabilidad', { id_caja: id });
    },
  },
};

const waiting = (scene: Scene, idCaja: number, ...estados: number[]) =>
  scene.db
    .selectFrom('gastos')
    .innerJoin('gasto_categoria', 'gasto_categoria.id_gasto', 'gastos.id')
    .select(['gastos.id', 'gastos.valor', 'gasto_categoria.id_categoria'])
    .where('gastos.id_caja', '=', idCaja)
    .where('gasto_categoria.orden', '=', 0)
    .where('gastos.estado', 'in', estados)
    .execute();

/** Moves a box stage by stage, and approves its pending expenses. */
export async function moveTo(scene: Scene, box: StagedBox, stage: BoxStateName): Promise<void> {
  const path: BoxStateName[] = [];
  const { active } = await boxRow(scene, box.id);
  for (let at = stage; at !== 'open' && boxStates[at].codigo !== active; at = stages[at].from)
    path.unshift(at);
  for (const at of path) if (at !== 'open') await stages[at].enter(scene, box);
}

let stores = 0;

/** A new store with the users of the scene; base: $ 1.000.000. */
export async function newStore(scene: Scene, base?: number): Promise<TestStore> {
  stores += 1;
  const { people } = scene;
  return addStore(
    scene.db,
    {
      // Numbered in the order of creation, across the files of this process.
      nombre: `Tienda de prueba ${String(stores).padStart(5, '0')}`,
      responsable: people[2],
      supervisor: people[3],
      gerente: people[8],
      ...(base !== undefined && { base }),
    },
    scene.clock.now(),
  );
}

/** A box with these expenses in a stage, in a new store. */
export async function boxIn(
  scene: Scene,
  stage: BoxStateName,
  forms: readonly ExpenseForm[] = [{}],
): Promise<StagedBox> {
  const { id: id_tienda, idCaja: id } = await newStore(scene);
  const expenses: number[] = [];
  for (const form of forms) expenses.push(await record(scene, { id_tienda, ...form }));
  const box = { id, id_tienda, expenses };
  await moveTo(scene, box, stage);
  return box;
}
