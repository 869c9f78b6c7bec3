import { describe, expect, test } from 'vitest';
import type { ImportReview, ReviewedRow } from '#contract/calls/imports.calls.ts';
import {
  countsOf,
  fileNameOf,
  importedMessage,
  problemOf,
  reviewOf,
  type RowImportContext,
  type RowImportEvent,
  rowImportMachine,
} from '#machines/flows/imports/row-import.machine.ts';
import { CallFailure, answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const csv = (name = 'usuarios.csv') => new File(['x'], name, { type: 'text/csv' });

const row = (fila: number, resultado: ReviewedRow['resultado']): ReviewedRow => ({
  fila,
  nombre: `Persona ${fila}`,
  resultado,
  mensajes: resultado === 'error' ? ['El correo ya está registrado'] : [],
});

const review = (...filas: ReviewedRow[]): ImportReview => ({ filas, avisos: [], huella: 'a1' });
const some = answered(review(row(2, 'correcta'), row(3, 'error'), row(4, 'registrada')));
const none = answered(review(row(2, 'error')));
const changes = answered(review(row(2, 'cambia'), row(3, 'igual')));
const written = answered([
  { status: '200' as const, msg: 'Se creó 1 fila.', creadas: 1, cambiadas: 0 },
]);

const events = {
  CHOOSE: [{ type: 'CHOOSE', file: csv() }],
  IMPORT: [{ type: 'IMPORT' }],
  RETRY: [{ type: 'RETRY' }],
} satisfies EventFixtures<RowImportEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: rowImportMachine,
    inputs: [{ tabla: 'usuarios' }],
    events,
    outcomes: {
      revisarImportacion: [some, none, refused(422, 'El archivo está vacío.')],
      importarFilas: [written, refusedBy.session, refused(409, 'Cambió')],
    },
    abstraction: ({ review: known }: RowImportContext) => [known?.filas.length ?? 0],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (answers: Record<string, Answers[string]>) =>
  beginJourney(rowImportMachine, { tabla: 'tiendas' }, answers);

describe('journeys', () => {
  test('a file is reviewed, then imported with the fingerprint of the review', async () => {
    const { actor, requests, reaches } = begin({
      revisarImportacion: [some],
      importarFilas: [written],
    });
    const file = csv('tiendas.csv');
    actor.send({ type: 'CHOOSE', file });
    const reviewed = await reaches('reviewed');
    expect(fileNameOf(reviewed)).toBe('tiendas.csv');
    expect(countsOf(reviewOf(reviewed)?.filas ?? [])).toEqual({
      correcta: 1,
      cambia: 0,
      igual: 0,
      registrada: 1,
      error: 1,
    });
    actor.send({ type: 'IMPORT' });
    expect(importedMessage(await reaches('imported'))).toBe('Se creó 1 fila.');
    expect(requests).toMatchObject({
      revisarImportacion: [{ tabla: 'tiendas', file }],
      importarFilas: [{ tabla: 'tiendas', file, huella: 'a1' }],
    });
  });

  test('a file that only changes rows can be imported', async () => {
    const { actor, reaches } = begin({
      revisarImportacion: [changes],
      importarFilas: [written],
    });
    actor.send({ type: 'CHOOSE', file: csv() });
    const reviewed = await reaches('reviewed');
    expect(reviewed.can({ type: 'IMPORT' })).toBe(true);
    expect(countsOf(reviewOf(reviewed)?.filas ?? [])).toMatchObject({ cambia: 1, igual: 1 });
  });

  test('a file without a valid row cannot be imported', async () => {
    const { actor, requests, reaches } = begin({ revisarImportacion: [none], importarFilas: [] });
    actor.send({ type: 'CHOOSE', file: csv() });
    const reviewed = await reaches('reviewed');
    expect(reviewed.can({ type: 'IMPORT' })).toBe(false);
    actor.send({ type: 'IMPORT' });
    expect(actor.getSnapshot().value).toBe('reviewed');
    expect(requests.importarFilas ?? []).toEqual([]);
  });

  test('after a lost answer the file is reviewed again before it can be imported', async () => {
    const { actor, requests, reaches } = begin({
      revisarImportacion: [some, none],
      importarFilas: [new CallFailure(503)],
    });
    actor.send({ type: 'CHOOSE', file: csv() });
    await reaches('reviewed');
    actor.send({ type: 'IMPORT' });
    expect(problemOf(await reaches('unimported'))?.status).toBe(503);
    actor.send({ type: 'RETRY' });
    expect(problemOf(await reaches('reviewed'))).toBeNull();
    expect(requests.importarFilas).toHaveLength(1);
    expect(requests.revisarImportacion).toHaveLength(2);
  });
});
