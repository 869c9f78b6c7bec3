/** Valid requests as a base for fuzzing, and the checks of their answers. */
import { expect } from 'vitest';
import type { CallPath } from '#contract/contract.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { categories, today } from './box-scene.ts';
import { approval, boxIn, newStore, split } from './box-stages.ts';
import { tried } from './cases.ts';
import type { TestClient } from './client.ts';
import { addPerson, testPassword } from './people.ts';
import { bodyOf, rowOf } from './trust-requests.ts';
import { trustTable } from './trust-table.ts';
import {
  changedTables,
  everyProfile,
  type Named,
  rowsAtStake,
  startTrustWorld,
  type TrustWorld,
} from './trust-world.ts';

/** Required box state of a call; other calls accept any state. */
const stages: Partial<Record<CallPath, BoxStateName>> = {
  '/enviarCaja': 'open',
  '/eliminarGasto': 'open',
  '/cargarSoporte': 'open',
  '/enviarCajaSupervisor': 'supervision',
  '/guardarSupervisor': 'supervision',
  '/elegirFacturaElectronica': 'supervision',
  '/enviarCajaMantenimiento': 'maintenance',
  '/guardarMantenimiento': 'maintenance',
  '/enviarCajaContabilidadPrevia': 'preliminary',
  '/guardarContabilidad': 'preliminary',
  '/enviarSoporteCaja': 'readyToShip',
  '/enviarCajaContabilidad': 'finalAccounting',
  '/guardarContabilidadFinal': 'finalAccounting',
};

export interface FuzzWorld extends TrustWorld {
  /** A valid body, for objects in a state that accepts it. */
  good: (path: CallPath) => Record<string, unknown>;
}

async function stagedObjects(world: TrustWorld): Promise<Partial<Record<CallPath, Named>>> {
  const objects: Partial<Record<CallPath, Named>> = {};
  for (const [path, stage] of Object.entries(stages) as [CallPath, BoxStateName][]) {
    const box = await boxIn(world, stage, [
      { categoria: [categories.maintenance], tipo_factura: 1, numero_factura: 'FE2' },
    ]);
    const [id_gasto = 0] = box.expenses;
    objects[path] = { ...world.own, id_caja: box.id, id_gasto, id_tienda: box.id_tienda };
  }
  return objects;
}

/** User who signs in and out: a user has at most ten sessions, and those of the others must stay valid. */
const passerBy = 'de.paso@cajamenor.test';

/** Valid values in place of the deliberately invalid ones of the trust table. */
async function corrections(world: TrustWorld): Promise<Partial<Record<CallPath, object>>> {
  const { people, db, companies } = world;
  const spare = await addPerson(db, { profile: 2, email: 'editada@cajamenor.test' });
  await addPerson(db, { profile: 1, email: passerBy });
  const store = await newStore(world);
  const user = { num_doc: '5200', email: 'nueva.persona@cajamenor.test' };
  const place = { responsable: people[2].id, gerente: people[8].id, supervisor: people[3].id };
  return {
    '/auth/user': { email: passerBy, password: testPassword },
    '/recoverPassword': { email: 'admin@cajamenor.test' },
    '/registrarUsuario': user,
    '/editarUsuario': { ...user, email: spare.email, id_usuario: spare.id },
    '/crearEmpresa': { zona: 5001 },
    '/editarEmpresa': { zona: 1146, id_elemento: companies.elsewhere },
    '/agregarTienda': { ...place, ciudad: 5001 },
    '/editarTienda': { ...place, ciudad: 5001, id_tienda: store.id },
    '/configGeneral': { monto_maximo: 500_000 },
    '/guardarCatalogo': { porcentaje: 19 },
    '/enviarGasto': { fecha_gasto: today, id_tienda: store.id },
    '/guardarSupervisor': approval,
    '/guardarMantenimiento': approval,
    '/guardarContabilidad': { ...approval, ...split(12_500, categories.maintenance) },
    '/guardarContabilidadFinal': { observacion: approval.observacion },
    '/elegirFacturaElectronica': { recibo: 'FE2', url: 'https://facturas.test/b' },
  };
}

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const world = await startTrustWorld();
  const objects = await stagedObjects(world);
  const corrected = await corrections(world);
  return {
    ...world,
    good(path) {
      const row = rowOf(path);
      const body = row === undefined ? {} : bodyOf(row, objects[path] ?? world.own);
      return { ...body, ...corrected[path] };
    },
  };
}

/** True when a profile has permission for the call by default. */
export const isGiven = (path: CallPath): boolean => {
  const row = rowOf(path);
  return row === undefined || trustTable[row].own.split(' ').some((status) => status !== '403');
};

/** A browser with permission for the call; signing in and out uses a separate browser. */
export async function browserFor(world: FuzzWorld, path: CallPath): Promise<TestClient> {
  if (path === '/auth/user') return world.client();
  const row = rowOf(path);
  if (row === undefined) return world.client();
  const statuses = trustTable[row].own.split(' ');
  // A call that no profile has by default must refuse malformed bodies too.
  const profile = everyProfile.find((each) => statuses[each - 1] !== '403') ?? 6;
  return path === '/auth/logout' ? world.signIn(passerBy) : world.browsers[profile];
}

interface Outcome {
  status: number;
  text: string;
}

/** Milliseconds. */
const HANG = 2_000;

const expected = [200, 304, 400, 401, 403, 404, 409, 413, 415, 422, 429];

/** Internal terms that no answer may contain. */
const inside =
  /\bat \S+ \(|node_modules|\.ts:\d|sqlite|syntax error|violates|constraint|undefined/i;

/** A refusal is a list of one Spanish sentence, and contains nothing of the request. */
function expectRefusal({ status, text }: Outcome): void {
  const [refusal, ...rest] = JSON.parse(text);
  expect(rest).toEqual([]);
  expect(refusal.msg).toMatch(/^[¿«A-ZÁÉÍÓÚ].*[.a-zñ\d)*]$/s);
  expect(refusal.status).toMatch(/^4\d\d$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).not.toMatch(inside);
  expect(text).not.toMatch(/<script|alert\(1\)|drop table/);
}

/**
 * Makes a request and checks the answer: no server error, no slow answer, and no changed row after a refusal. A slow
 * request is repeated, since the machine may have been busy, and each of several processes starts its worker at the first
 * file.
 */
export class Judge {
  readonly #world: FuzzWorld;
  #rows: Record<string, string> | undefined;

  constructor(world: FuzzWorld) {
    this.#world = world;
  }

  async judge(request: () => Promise<Outcome>): Promise<Outcome> {
    tried(1);
    this.#rows ??= await rowsAtStake(this.#world);
    const [outcome, milliseconds] = await timed(request);
    if (milliseconds > HANG) {
      const again: number[] = [];
      for (let time = 0; time < 4; time += 1) again.push((await timed(request))[1]);
      expect(Math.min(...again)).toBeLessThan(HANG);
    }
    expect(expected).toContain(outcome.status);
    const rows = await rowsAtStake(this.#world);
    if (outcome.status >= 400) {
      expectRefusal(outcome);
      expect(changedTables(this.#rows, rows)).toEqual([]);
    }
    this.#rows = rows;
    return outcome;
  }
}

async function timed(request: () => Promise<Outcome>): Promise<[Outcome, number]> {
  const start = performance.now();
  return [await request(), performance.now() - start];
}
