/** Access to the calls of boxes and reviews, and malformed requests. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { boxCalls } from '#contract/calls/boxes.calls.ts';
import { reviewCalls } from '#contract/calls/review.calls.ts';
import type { CallPath } from '#contract/contract.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { digest } from '#tests/kit/box-rows.ts';
import { categories, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, split, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
/** A box that every profile with boxes sees, since it is in maintenance. */
let box: StagedBox;
/** A valid body for each call. */
let bodies: Record<Path, Record<string, unknown>>;

const calls = { ...boxCalls, ...reviewCalls };
type Path = keyof typeof calls;
const paths = Object.keys(calls) as Path[];
const everyProfile = Object.keys(profiles).map(Number) as ProfileId[];

beforeAll(async () => {
  const form = { categoria: [categories.maintenance], tipo_factura: 1 as const };
  box = await boxIn(scene, 'maintenance', [{ ...form, numero_factura: 'FE2' }]);
  const [id_gasto = 0] = box.expenses;
  const { id: id_caja, id_tienda } = box;
  const decision = { id_gasto, id_caja, observacion: 'Revisado', item: 0 };
  bodies = {
    '/obtenerDatosTiendaCaja': { id_tienda },
    '/obtenerCajaActual': { id_tienda },
    '/gastosCaja': { id_caja, estado_caja: '3' },
    '/gastosCajaMantenimiento': { id_caja, estado_caja: 1 },
    '/gastosCajaContabilidad': { id_caja },
    '/enviarCaja': { id_caja, id_tienda },
    '/enviarCajaSupervisor': { id_caja },
    '/enviarCajaMantenimiento': { id_caja },
    '/enviarCajaContabilidadPrevia': { id_caja },
    '/enviarCajaContabilidad': { id_caja },
    '/enviarSoporteCaja': { id_caja, id_empresa: scene.companies.national, codigo: 'G1' },
    '/enviarSoporteCorreo': { id_caja },
    '/obtenerSoportes': { id_caja },
    '/historialCajas': { ver_control: '1' },
    '/verCajaDetalle': { id_caja },
    '/obtenerCaja': { id_caja },
    '/cajasPendientesContabilidad': { estado: '4' },
    '/guardarSupervisor': { ...decision, estado: '3' },
    '/guardarMantenimiento': { ...decision, estado: '9' },
    '/guardarContabilidad': { ...decision, ...split(12_500), estado: 6 },
    '/guardarContabilidadFinal': { id_gasto, estado: '15', observacion: 'Revisado' },
    '/aprobarGastos': { id_caja, gastos: [id_gasto], observacion: 'Conforme' },
    '/elegirFacturaElectronica': { id_gasto, recibo: 'FE2', url: 'https://facturas.test/b' },
  };
});

const allowed = (path: Path): ProfileId[] => {
  const { who }: Call = calls[path];
  return everyProfile.filter((profile) =>
    (who as readonly string[]).some((permission) =>
      (profiles[profile].permisos as readonly string[]).includes(permission),
    ),
  );
};

const call = (profile: ProfileId, path: Path, body: object) =>
  scene.browsers[profile].call(path as CallPath, body);

describe.each(paths)('%s', (path) => {
  test('answers 403 to every profile without its permission, and changes nothing', async () => {
    const before = await digest(scene);
    for (const profile of everyProfile.filter((each) => !allowed(path).includes(each))) {
      const { status, refusal } = await call(profile, path, bodies[path]);
      expect([profile, status, refusal.msg]).toEqual([
        profile,
        403,
        'No tiene permiso para hacer esto.',
      ]);
    }
    expect(await digest(scene)).toBe(before);
  });

  test('answers 400 to unknown fields, wrong types and missing fields', async () => {
    const [profile = 2] = allowed(path);
    const before = await digest(scene);
    const { [Object.keys(bodies[path])[0] ?? '']: _, ...incomplete } = bodies[path];
    const malformed = [
      { ...bodies[path], sorpresa: 1 },
      ...Object.keys(bodies[path]).map((field) => ({ ...bodies[path], [field]: { a: 1 } })),
      ...(path === '/historialCajas' ? [] : [incomplete, {}]),
    ];
    for (const body of malformed)
      expect([body, (await call(profile, path, body)).status]).toEqual([body, 400]);
    expect(await digest(scene)).toBe(before);
  });
});

describe('the request body', () => {
  test('does not override the user of the session', async () => {
    const claims = { usuario_accion: 1, id_usuario: scene.people[3].id, tipo_perfil: 3 };
    const { status } = await call(2, '/guardarSupervisor', {
      ...bodies['/guardarSupervisor'],
      ...claims,
    });
    expect(status).toBe(403);
    const { answer } = await scene.browsers[2].call('/historialCajas', {
      ...claims,
      tipo_perfil: 6,
      id_usuario: scene.people[6].id,
    });
    expect(answer.map(({ id_caja }) => id_caja)).toEqual([box.id]);
  });

  test('may have codes as numbers or as text', async () => {
    for (const estado_caja of [3, '3'])
      expect((await call(3, '/gastosCaja', { id_caja: box.id, estado_caja })).status).toBe(200);
    expect((await call(3, '/gastosCaja', { id_caja: String(box.id) })).status).toBe(200);
    expect((await call(3, '/gastosCaja', { id_caja: `${box.id}x` })).status).toBe(400);
  });
});

test('a box of another store answers 404 and is not changed', async () => {
  const { otherStore } = scene;
  await record(scene, { id_tienda: otherStore.id }, { as: 4 });
  const id_caja = otherStore.idCaja;
  const before = await digest(scene);
  const attempts: [ProfileId, Path][] = [
    [2, '/gastosCaja'],
    [2, '/obtenerCaja'],
    [2, '/verCajaDetalle'],
    [2, '/obtenerSoportes'],
    [2, '/enviarSoporteCorreo'],
    [2, '/enviarSoporteCaja'],
    [3, '/gastosCaja'],
    [3, '/obtenerCaja'],
    [3, '/enviarCajaSupervisor'],
    [5, '/gastosCajaMantenimiento'],
    [5, '/enviarCajaMantenimiento'],
    [8, '/gastosCaja'],
    [8, '/verCajaDetalle'],
  ];
  for (const [profile, path] of attempts) {
    const { status } = await call(profile, path, { ...bodies[path], id_caja });
    expect([profile, path, status]).toEqual([profile, path, 404]);
  }
  expect(await digest(scene)).toBe(before);
});
