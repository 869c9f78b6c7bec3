/** The location of a box: who has it and since when, and its progress. */
import { describe, expect, test } from 'vitest';
import type { BoxLocation } from '#contract/calls/expenses.calls.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { categories, must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const locationOf = async (id_caja: number): Promise<BoxLocation> =>
  (await must(scene.browsers[4], '/obtenerCaja', { id_caja })).ubicacion;

/** Milliseconds between two stages; short, so that no session expires. */
const aMinute = 60_000;

const words = ({ recorrido }: BoxLocation) =>
  recorrido.map(({ etapa, situacion, desde }) => [etapa, situacion, desde.slice(-5)].join(' '));

describe('the location of a box', () => {
  test('follows each stage, with the user who has the box and the minute of each arrival', async () => {
    const start = scene.clock.now();
    const box = await boxIn(scene, 'open', [{}, { categoria: [categories.maintenance] }]);
    const stages: [BoxStateName, string, string][] = [
      ['open', 'Tienda', scene.people[2].nombre],
      ['supervision', 'Supervisor', scene.people[3].nombre],
      ['maintenance', 'Mantenimiento', ''],
      ['preliminary', 'Contabilidad', ''],
      ['readyToShip', 'Tienda', scene.people[2].nombre],
      ['finalAccounting', 'Contabilidad', ''],
      ['closed', '—', ''],
    ];
    for (const [index, [stage, tipo_usuario, encargado]] of stages.entries()) {
      scene.clock.set(start + index * aMinute);
      await moveTo(scene, box, stage);
      expect(await locationOf(box.id)).toMatchObject({
        tipo_usuario,
        encargado,
        fecha_movimiento: `2026-06-17 10:0${index}`,
      });
    }
    const { recorrido } = await locationOf(box.id);
    expect(recorrido.map(({ encargado }) => encargado)).toEqual(
      stages.map(([, , encargado]) => encargado),
    );
    expect(words(await locationOf(box.id))).toEqual([
      'Tienda completada 10:00',
      'Supervisor completada 10:01',
      'Mantenimiento completada 10:02',
      'Contabilidad (primera) completada 10:03',
      'Envío de papeles completada 10:04',
      'Contabilidad (final) completada 10:05',
      'Cerrada completada 10:06',
    ]);
    scene.clock.set(start);
  });

  test('marks maintenance as not applicable, before and after the box skips it', async () => {
    const box = await boxIn(scene, 'supervision');
    expect(words(await locationOf(box.id))).toEqual([
      'Tienda completada 10:00',
      'Supervisor actual 10:00',
      'Mantenimiento no aplica ',
      'Contabilidad (primera) pendiente ',
      'Envío de papeles pendiente ',
      'Contabilidad (final) pendiente ',
      'Cerrada pendiente ',
    ]);
    await moveTo(scene, box, 'preliminary');
    expect(words(await locationOf(box.id)).slice(1, 4)).toEqual([
      'Supervisor completada 10:00',
      'Mantenimiento no aplica ',
      'Contabilidad (primera) actual 10:00',
    ]);
  });

  test('includes maintenance while an expense needs it, and not once that is rejected', async () => {
    const box = await boxIn(scene, 'supervision', [{ categoria: [categories.maintenance] }]);
    expect(words(await locationOf(box.id))).toContain('Mantenimiento pendiente ');
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: box.id,
      id_gasto: box.expenses[0] ?? 0,
      estado: 4,
      item: 0,
      observacion: 'No corresponde',
      id_rechazo: 1,
    });
    expect(words(await locationOf(box.id))).toContain('Mantenimiento no aplica ');
  });

  test('is the same in the details of its expense', async () => {
    const box = await boxIn(scene, 'supervision');
    const [expense] = await must(scene.browsers[3], '/detalleGasto', {
      id_gasto: box.expenses[0] ?? 0,
    });
    expect(expense?.ubicacion).toEqual(await locationOf(box.id));
  });
});
