import { describe, expect, test } from 'vitest';
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/imports.calls.ts';
import {
  type InvoiceImportContext,
  type InvoiceImportEvent,
  hasFile,
  invoiceImportMachine,
  isIncomplete,
  percentOf,
  problemOf,
  queueOf,
  rowsOf,
  totalsOf,
} from '#machines/flows/invoice-import/invoice-import.machine.ts';
import { CallFailure, answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const xml = (name: string) => new File(['<x/>'], name, { type: 'text/xml' });

/** A file of which only the size is read. */
const large = Object.defineProperty(xml('grande.zip'), 'size', {
  value: maximumInvoiceFileBytes + 1,
});

const result = (archivo: string, changes: Partial<ImportedInvoice> = {}): ImportedInvoice => ({
  archivo,
  resultado: 'nueva',
  numero: 'FE1',
  proveedor: 'Papelería',
  total: 12_500,
  cufe: 'a',
  gastos: 1,
  mensaje: 'Factura importada. Se enlazó con 1 gasto.',
  aviso: '',
  ...changes,
});

const read = (...resultados: ImportedInvoice[]) => answered([{ status: '200', resultados }]);

const events = {
  ADD: [
    { type: 'ADD', files: [xml('a.xml'), xml('b.xml')] },
    { type: 'ADD', files: [large] },
    { type: 'ADD', files: [] },
  ],
  RETRY: [{ type: 'RETRY' }],
  CLEAR: [{ type: 'CLEAR' }],
  'UPLOAD.PROGRESS': [{ type: 'UPLOAD.PROGRESS', percent: 40 }],
} satisfies EventFixtures<InvoiceImportEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: invoiceImportMachine,
    inputs: [undefined],
    events,
    outcomes: {
      importarFacturas: [read(result('a.xml')), refusedBy.session, refused(413, 'Muy grande')],
    },
    abstraction: ({ queue }: InvoiceImportContext) => [
      Math.min(queue.filter(({ kind }) => kind === 'waiting').length, 2),
      hasFile(queue, 'unsent'),
      hasFile(queue, 'imported'),
    ],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (importarFacturas: Answers[string]) =>
  beginJourney(invoiceImportMachine, undefined, { importarFacturas });

const add = (...names: string[]): InvoiceImportEvent => ({ type: 'ADD', files: names.map(xml) });

const kinds = (snapshot: Parameters<typeof queueOf>[0]) =>
  rowsOf(queueOf(snapshot)).map(({ archivo, kind }) => `${archivo} ${kind}`);

describe('journeys', () => {
  test('several files are sent one after another, each with its results', async () => {
    const { actor, requests, reaches } = begin([
      read(result('a.zip › 1.xml'), result('a.zip › 2.xml', { resultado: 'repetida', gastos: 0 })),
      read(result('b.xml', { resultado: 'rechazada', gastos: 0, numero: null })),
      read(result('c.xml')),
    ]);
    actor.send(add('a.zip', 'b.xml'));
    expect(kinds(actor.getSnapshot())).toEqual(['a.zip sending', 'b.xml waiting']);
    actor.send(add('c.xml'));
    const finished = await reaches('finished');
    expect(kinds(finished)).toEqual([
      'a.zip › 1.xml imported',
      'a.zip › 2.xml imported',
      'b.xml imported',
      'c.xml imported',
    ]);
    expect(totalsOf(queueOf(finished))).toEqual({
      archivos: 3,
      leidos: 3,
      pendientes: 0,
      nueva: 2,
      repetida: 1,
      rechazada: 1,
      gastos: 2,
    });
    expect(percentOf(finished)).toBe(100);
    expect(requests.importarFacturas).toHaveLength(3);
    actor.send({ type: 'CLEAR' });
    expect(actor.getSnapshot().value).toBe('empty');
    expect(rowsOf(queueOf(actor.getSnapshot()))).toEqual([]);
  });

  test('the percentage includes the upload progress of the current file', async () => {
    const { actor, reaches } = begin([read(result('a.xml')), read(result('b.xml'))]);
    actor.send(add('a.xml', 'b.xml'));
    expect(percentOf(actor.getSnapshot())).toBe(0);
    actor.send({ type: 'UPLOAD.PROGRESS', percent: 50 });
    expect(percentOf(actor.getSnapshot())).toBe(25);
    await reaches('finished');
  });

  test('failed files are reported, retained and sent again', async () => {
    const { actor, requests, reaches } = begin([
      new Error('offline'),
      read(result('b.xml')),
      new CallFailure(500, 'abc12'),
      read(result('a.xml')),
      read(result('c.xml')),
    ]);
    actor.send(add('a.xml', 'b.xml', 'c.xml'));
    const incomplete = await reaches('incomplete');
    expect(kinds(incomplete)).toEqual(['a.xml unsent', 'b.xml imported', 'c.xml unsent']);
    expect(problemOf(incomplete)).toMatchObject({ status: 500, codigo_soporte: 'abc12' });
    expect(totalsOf(queueOf(incomplete))).toMatchObject({ archivos: 3, leidos: 1, pendientes: 2 });
    actor.send({ type: 'RETRY' });
    expect(kinds(await reaches('finished'))).toEqual([
      'a.xml imported',
      'b.xml imported',
      'c.xml imported',
    ]);
    expect(requests.importarFacturas).toHaveLength(5);
  });

  test('an expired session stops the queue without losing files', async () => {
    const { actor, requests, reaches } = begin([
      refusedBy.session,
      read(result('a.xml')),
      read(result('b.xml')),
    ]);
    actor.send(add('a.xml', 'b.xml'));
    const stopped = await reaches('incomplete');
    expect(kinds(stopped)).toEqual(['a.xml unsent', 'b.xml waiting']);
    expect(isIncomplete(stopped)).toBe(true);
    expect(requests.importarFacturas).toHaveLength(1);
    actor.send({ type: 'RETRY' });
    expect(kinds(await reaches('finished'))).toEqual(['a.xml imported', 'b.xml imported']);
  });

  test('a file above the limit is refused without being sent', async () => {
    const { actor, requests } = begin([]);
    actor.send({ type: 'ADD', files: [large] });
    expect(actor.getSnapshot().value).toBe('finished');
    expect(rowsOf(queueOf(actor.getSnapshot()))).toMatchObject([
      {
        archivo: 'grande.zip',
        result: {
          resultado: 'rechazada',
          mensaje: 'El archivo es demasiado grande. El máximo es 20 MB.',
        },
      },
    ]);
    expect(requests.importarFacturas ?? []).toEqual([]);
  });
});
