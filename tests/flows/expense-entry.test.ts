import { describe, expect, test } from 'vitest';
import { recordingWindow } from '#machines/domain/values/dates.ts';
import { idempotencyGuard } from '#contract/errors.ts';
import {
  type ExpenseEntryValues,
  emptyExpenseEntry,
  entryRefusals,
  fileRefusals,
} from '#machines/flows/expenses/expense-entry.form.ts';
import {
  expenseEntryMachine,
  fieldErrorsOf,
  fileOf,
  idempotencyKeyOf,
  isAfterQueued,
  noticeOf,
  percentOf,
  problemOf,
  recordedCountOf,
  showsFile,
  wasRecordedBefore,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type {
  ExpenseEntryContext,
  ExpenseEntryEvent,
  ExpenseEntryFacts,
  ExpenseEntryInput,
  SaveExpenseInput,
  UploadInput,
} from '#machines/flows/expenses/expense-entry.setup.ts';
import { excessNotice } from '#machines/flows/expenses/fund-excess.ts';
import { CallFailure, answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import {
  aFund,
  imaginedToday,
  noSuggestions,
  refused,
  refusedBy,
} from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const receipt = new File(['%PDF-1.4'], 'recibo.pdf', { type: 'application/pdf' });
const movie = new File(['x'], 'video.mp4', { type: 'video/mp4' });

const filled: ExpenseEntryValues = {
  ...emptyExpenseEntry,
  fecha_gasto: '2030-05-10',
  id_proveedor: 9,
  recibo: 'R100',
  valor: '$ 12.500',
  concepto: 'Papelería',
  categoria: [1],
  tipo_factura: 0,
};

const save: ExpenseEntryEvent = { type: 'SAVE', values: filled, file: receipt, nextKey: null };
const saveAndGoOn: ExpenseEntryEvent = { ...save, nextKey: 'key-2' };

const events = {
  RETRY: [{ type: 'RETRY' }],
  SAVE: [save, saveAndGoOn, { type: 'SAVE', values: emptyExpenseEntry, file: null, nextKey: null }],
  CHOOSE_FILE: [
    { type: 'CHOOSE_FILE', file: receipt },
    { type: 'CHOOSE_FILE', file: movie },
  ],
  START_ANEW: [{ type: 'START_ANEW', idempotencyKey: 'key-2' }],
  RECORD_ANOTHER: [{ type: 'RECORD_ANOTHER', idempotencyKey: 'key-3' }],
  'UPLOAD.PROGRESS': [{ type: 'UPLOAD.PROGRESS', percent: 40 }],
} satisfies EventFixtures<ExpenseEntryEvent>;

const facts: ExpenseEntryFacts = {
  fund: aFund,
  categories: [{ id: 1, nombre: 'Papelería', cuenta: '519530', id_formato: 1, mantenimiento: 0 }],
  departments: [{ id: 5, iso_region: 'CO', nombre_region: 'Antioquia' }],
  suggestions: noSuggestions,
  today: imaginedToday,
  file: null,
  origin: null,
};

const draft = { id_usuario: 20, form: 'gasto', object: '3' };
const fresh: ExpenseEntryInput = {
  id_tienda: 3,
  idempotencyKey: 'key-1',
  id_gasto: null,
  draft,
  origen: null,
};
const reopened: ExpenseEntryInput = { ...fresh, id_gasto: 77 };

type Stored = ['keep' | 'forget', form: string, object: string, file?: File];

/** The flow with a browser storage that records each stored and removed file. */
const keeping = (files: Stored[]) =>
  expenseEntryMachine.provide({
    actions: {
      storeUpload: (_, { key, file }) => files.push(['keep', key.form, key.object, file]),
      forgetFile: (_, { form, object }) => files.push(['forget', form, object]),
      forgetQueued: () => undefined,
    },
  });

const recorded = answered([{ status: '200', id_gasto: 77 }]);
const uploaded = answered([{ status: '200', soporte: 'abc.pdf' }]);
const usedKey = refused(409, 'El estado actual no permite esta acción.', [
  { guardia: idempotencyGuard, mensaje: 'Esta solicitud ya se usó con otros datos.' },
]);
const offline = new Error('offline');
const broken = new CallFailure(500, 'ABC');
const storedNowhere = refused(400, '');

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: keeping([]),
    inputs: [fresh, reopened],
    events,
    outcomes: {
      loadEntry: [answered(facts), refusedBy.permission, refusedBy.session],
      refreshEntry: [answered(facts), refusedBy.session],
      enviarGasto: [recorded, refusedBy.session, usedKey, refusedBy.rule],
      cargarSoporte: [uploaded, refusedBy.session, refused(415, 'Tipo de archivo')],
      queueOnDevice: [answered('key-4'), storedNowhere],
    },
    failures: { enviarGasto: [broken], cargarSoporte: [broken] },
    abstraction: ({ facts: loaded, id_gasto, nextKey }: ExpenseEntryContext) => [
      loaded !== null,
      id_gasto,
      nextKey,
    ],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

function begin(answers: Answers, input = fresh) {
  const files: Stored[] = [];
  const journey = beginJourney(keeping(files), input, { loadEntry: [answered(facts)], ...answers });
  return { ...journey, files };
}

describe('journeys', () => {
  test('an expense and its file are saved, then the current box opens', async () => {
    const { actor, requests, clock, reaches } = begin({
      enviarGasto: [recorded],
      cargarSoporte: [uploaded],
    });
    expect(recordingWindow((await reaches('editing')).context.facts?.today ?? '')).toEqual({
      min: '2030-04-01',
      max: '2030-05-20',
    });
    actor.send(save);
    const saved = await reaches('saved');
    expect(noticeOf(saved)).toBe('Datos almacenados');
    expect(requests.enviarGasto).toEqual([
      {
        idempotencyKey: 'key-1',
        body: {
          id_proveedor: 9,
          fecha_gasto: '2030-05-10',
          recibo: 'R100',
          valor: 12_500,
          concepto: 'Papelería',
          categoria: [1],
          tipo_factura: 0,
          numero_factura: null,
          encargado: '',
          id_tienda: 3,
        },
      },
    ]);
    expect(requests.cargarSoporte).toMatchObject([{ id_gasto: 77, archivo: receipt }]);
    clock.increment(3_000);
    expect(actor.getSnapshot().output).toEqual({ route: 'cajaActual', params: { idTienda: 3 } });
  });

  test('saving with another expense to follow opens an empty form and reloads the fund', async () => {
    const less = { ...aFund, disponible: 475_000 };
    const { actor, requests, files, now, reaches } = begin({
      loadEntry: [answered(facts), answered({ ...facts, fund: less }), offline],
      enviarGasto: [recorded, recorded],
      cargarSoporte: [uploaded, uploaded],
    });
    await reaches('editing');
    actor.send(saveAndGoOn);
    await reaches('editing.refreshing');
    expect(recordedCountOf(now())).toBe(1);
    expect(now().context).toMatchObject({ id_gasto: null, file: null, request: null });
    expect(idempotencyKeyOf(now())).toBe('key-2');
    expect(files.at(-1)).toEqual(['forget', 'soporte', '77']);
    expect((await reaches('editing.ready')).context.facts?.fund.disponible).toBe(475_000);
    actor.send(save);
    await reaches('saved');
    actor.send({ type: 'RECORD_ANOTHER', idempotencyKey: 'key-3' });
    // If the reload fails, the last known fund stays.
    expect((await reaches('editing.ready')).context.facts?.fund.disponible).toBe(475_000);
    expect(recordedCountOf(now())).toBe(2);
    expect(idempotencyKeyOf(now())).toBe('key-3');
    expect(requests.enviarGasto).toMatchObject([
      { idempotencyKey: 'key-1' },
      { idempotencyKey: 'key-2' },
    ]);
  });

  test('a save without an answer is queued on the device, and the form is ready again', async () => {
    const { actor, requests, files, reaches } = begin({
      enviarGasto: [offline],
      queueOnDevice: [answered('key-4')],
    });
    await reaches('editing');
    actor.send(save);
    const ready = await reaches('editing.afterQueued');
    expect(isAfterQueued(ready)).toBe(true);
    expect(idempotencyKeyOf(ready)).toBe('key-4');
    expect(problemOf(ready)).toBeNull();
    expect(ready.context).toMatchObject({ id_gasto: null, file: null, request: null, recorded: 1 });
    expect(files).toEqual([['forget', 'gasto', '3']]);
    const [sent] = requests.enviarGasto as SaveExpenseInput[];
    expect(requests.queueOnDevice).toEqual([
      {
        draft,
        clave: 'key-1',
        id_tienda: 3,
        tienda: aFund.tienda,
        values: filled,
        request: sent?.body,
        file: receipt,
        id_gasto: null,
      },
    ]);
  });

  test('an upload without an answer is queued on the device with its expense', async () => {
    const { actor, requests, files, reaches } = begin({
      enviarGasto: [recorded],
      cargarSoporte: [offline],
      queueOnDevice: [answered('key-4')],
    });
    await reaches('editing');
    actor.send(save);
    await reaches('editing.afterQueued');
    expect(requests.queueOnDevice).toMatchObject([{ clave: 'key-1', id_gasto: 77, file: receipt }]);
    expect(files.at(-1)).toEqual(['forget', 'soporte', '77']);
  });

  test('a save that cannot be queued, or that the server fails, is repeated with the same key', async () => {
    const { actor, requests, reaches } = begin({
      enviarGasto: [offline, broken, recorded],
      queueOnDevice: [storedNowhere],
      cargarSoporte: [uploaded],
    });
    await reaches('editing');
    actor.send(save);
    expect(problemOf(await reaches('failedToSave'))?.msg).toContain('No fue posible conectar');
    actor.send(save);
    expect(actor.getSnapshot().value).toBe('failedToSave');
    actor.send({ type: 'RETRY' });
    await reaches('saving');
    expect(problemOf(await reaches('failedToSave'))?.codigo_soporte).toBe('ABC');
    actor.send({ type: 'RETRY' });
    await reaches('saved');
    expect(requests.enviarGasto).toHaveLength(3);
    expect(requests.enviarGasto?.[2]).toEqual(requests.enviarGasto?.[0]);
  });

  test('a refused save returns to the form with the error at its field', async () => {
    const { actor, reaches } = begin({ enviarGasto: [refusedBy.rule] });
    await reaches('editing');
    actor.send(save);
    await reaches('saving');
    const editing = await reaches('editing');
    expect(fieldErrorsOf(editing)).toEqual({
      recibo: 'Recuerda que solo se aceptan letras y números',
    });
  });

  test('an incomplete form is not sent', async () => {
    const { actor, requests, now, reaches } = begin({ enviarGasto: [] });
    await reaches('editing');
    actor.send({ type: 'SAVE', values: emptyExpenseEntry, file: null, nextKey: null });
    expect(problemOf(now())?.msg).toBe('Por favor complete todos los campos');
    expect(fieldErrorsOf(now())).toMatchObject({
      fecha_gasto: 'Por favor complete todos los campos',
      num_doc: 'Solo se aceptan números',
      valor: 'Escriba el valor',
      archivo: 'Por favor complete todos los campos',
    });
    expect(requests.enviarGasto).toBeUndefined();
  });

  test('a failed upload is repeated for the recorded expense', async () => {
    const { actor, requests, reaches } = begin({
      enviarGasto: [recorded],
      cargarSoporte: [broken, refused(413, 'Muy grande'), uploaded],
    });
    await reaches('editing');
    actor.send(save);
    await reaches('failedToUpload');
    actor.send({ type: 'RETRY' });
    await reaches('uploading');
    const tooBig = await reaches('failedToUpload');
    expect(problemOf(tooBig)?.msg).toBe('Muy grande');
    expect(showsFile(tooBig)).toBe(true);
    const other = new File(['x'], 'otro.png', { type: 'image/png' });
    actor.send({ type: 'CHOOSE_FILE', file: other });
    await reaches('saved');
    expect(requests.enviarGasto).toHaveLength(1);
    const uploads = requests.cargarSoporte as UploadInput[];
    expect(uploads.map(({ id_gasto }) => id_gasto)).toEqual([77, 77, 77]);
    expect(uploads[2]?.archivo).toBe(other);
  });

  test('the progress of the upload reaches the page', async () => {
    let arrive: (result: typeof uploaded) => void = () => undefined;
    const arrival = new Promise<typeof uploaded>((resolve) => {
      arrive = resolve;
    });
    const { actor, requests, now, reaches } = begin({
      enviarGasto: [recorded],
      cargarSoporte: [arrival],
    });
    await reaches('editing');
    actor.send(save);
    await reaches('uploading');
    const [upload] = requests.cargarSoporte as UploadInput[];
    upload?.onProgress(40);
    expect(percentOf(now())).toBe(40);
    arrive(uploaded);
    await reaches('saved');
  });

  test('a page reopened for an expense without receipt only requests the file', async () => {
    const { actor, requests, now, reaches } = begin({ cargarSoporte: [uploaded] }, reopened);
    await reaches('awaitingFile');
    actor.send({ type: 'CHOOSE_FILE', file: movie });
    expect(now().value).toBe('awaitingFile');
    expect(problemOf(now())?.msg).toBe('El tipo de archivo no es válido: use pdf, jpg o png.');
    actor.send({ type: 'CHOOSE_FILE', file: receipt });
    await reaches('saved');
    expect(requests.cargarSoporte).toMatchObject([{ id_gasto: 77, archivo: receipt }]);
  });

  test('the file is stored from the save until its upload succeeds', async () => {
    const { actor, requests, files, reaches } = begin({
      enviarGasto: [recorded],
      cargarSoporte: [broken, uploaded],
    });
    await reaches('editing');
    actor.send(save);
    await reaches('failedToUpload');
    expect(requests.loadEntry).toEqual([{ id_tienda: 3, saved: draft, origen: null }]);
    const saved: Stored[] = [
      ['forget', 'gasto', '3'],
      ['keep', 'soporte', '77', receipt],
    ];
    expect(files).toEqual(saved);
    const other = new File(['x'], 'otro.png', { type: 'image/png' });
    actor.send({ type: 'CHOOSE_FILE', file: other });
    await reaches('saved');
    expect(files).toEqual([
      ...saved,
      ['keep', 'soporte', '77', other],
      ['forget', 'soporte', '77'],
    ]);
  });

  test('a reopened page restores the file of the interrupted upload, not the new draft', async () => {
    const { actor, requests, files, reaches } = begin(
      { loadEntry: [answered({ ...facts, file: receipt })], cargarSoporte: [uploaded] },
      reopened,
    );
    expect(fileOf(await reaches('awaitingFile'))).toBe(receipt);
    expect(requests.loadEntry).toEqual([
      { id_tienda: 3, saved: { id_usuario: 20, form: 'soporte', object: '77' }, origen: null },
    ]);
    actor.send({ type: 'CHOOSE_FILE', file: receipt });
    await reaches('saved');
    expect(files).toEqual([
      ['keep', 'soporte', '77', receipt],
      ['forget', 'soporte', '77'],
    ]);
  });

  test('an action that is not provided throws its name', () => {
    const { storeUpload, forgetFile, forgetQueued } = expenseEntryMachine.implementations.actions;
    expect(forgetQueued).toThrow('The action forgetQueued was not provided');
    expect(storeUpload).toThrow('The action storeUpload was not provided');
    expect(forgetFile).toThrow('The action forgetFile was not provided');
  });

  test('a key of another expense stops the save until the form starts anew under a new key', async () => {
    const { actor, requests, now, reaches } = begin({
      enviarGasto: [usedKey, recorded],
      cargarSoporte: [uploaded],
    });
    await reaches('editing');
    actor.send(save);
    expect(wasRecordedBefore(await reaches('recordedBefore'))).toBe(true);
    actor.send(save);
    expect(now().value).toBe('recordedBefore');
    actor.send({ type: 'START_ANEW', idempotencyKey: 'key-2' });
    actor.send(save);
    await reaches('saved');
    expect(requests.enviarGasto).toMatchObject([
      { idempotencyKey: 'key-1' },
      { idempotencyKey: 'key-2' },
    ]);
  });
});

describe('the form rules', () => {
  const wrongFields = (changes: Partial<ExpenseEntryValues>) =>
    entryRefusals({ ...filled, ...changes }, receipt, rules).map(({ guardia }) => guardia);

  const rules = { today: imaginedToday, fund: aFund, suggestions: noSuggestions };
  const strict = { ...rules, fund: { ...aFund, exceso_fondo: 'impedir' as const } };

  test('say up to what the value may be', () => {
    for (const valor of ['1.000.000.000', '9.999.999.999.999'])
      expect(entryRefusals({ ...filled, valor }, receipt, strict)[0]).toEqual({
        guardia: 'valor',
        mensaje: 'El valor puede ser de hasta $ 999.999.999',
      });
  });

  test('refuse a blocked supplier, and what a limit of the category forbids', () => {
    expect(wrongFields({ bloqueado: true })).toEqual(['num_doc']);
    const limit = {
      clase: 'caja' as const,
      efecto: 'impedir' as const,
      categoria: 'Aseo',
      ids: filled.categoria,
      valor: 50_000,
      sumas: [{ mes: '', valor: 20_000 }],
    };
    const judged = (valor: string, efecto: 'avisar' | 'impedir') => {
      const suggestions = { topes: [{ ...limit, efecto }] };
      return entryRefusals({ ...filled, valor }, receipt, { ...rules, suggestions });
    };
    expect(judged('30.000', 'impedir')).toEqual([]);
    expect(judged('30.001', 'avisar')).toEqual([]);
    expect(judged('30.001', 'impedir')).toEqual([
      {
        guardia: 'valor',
        mensaje: '«Aseo» tiene un tope de $ 50.000 para cada caja, y con este gasto suma $ 50.001.',
      },
    ]);
  });

  test.each([
    ['$ 487.500', '', []],
    [
      '$ 487.501',
      'El fondo tiene $ 487.500 disponibles: este gasto lo supera en $ 1',
      [
        {
          guardia: 'valor',
          mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
        },
      ],
    ],
    ['mucho', '', [{ guardia: 'valor', mensaje: 'Solo números' }]],
  ])('compare the value %s with the available fund', (valor, sentence, refused) => {
    const values = { ...filled, valor };
    const suffix = (end: string) => (sentence === '' ? '' : `${sentence}${end}`);
    expect(excessNotice(aFund, values)).toBe(suffix(' y la caja lo avisa a quien la revisa.'));
    expect(excessNotice(strict.fund, values)).toBe(suffix(' y no se puede registrar.'));
    expect(entryRefusals(values, receipt, strict)).toEqual(refused);
    expect(entryRefusals(values, receipt, rules)).toEqual(valor === 'mucho' ? refused : []);
  });

  test.each<[string, Partial<ExpenseEntryValues>, string[]]>([
    ['a complete form', {}, []],
    ['a date of two months ago', { fecha_gasto: '2030-03-31' }, ['fecha_gasto']],
    ['the first day of the previous month', { fecha_gasto: '2030-04-01' }, []],
    ['tomorrow', { fecha_gasto: '2030-05-21' }, ['fecha_gasto']],
    ['a value in words', { valor: 'doce mil' }, ['valor']],
    ['a value with centavos', { valor: '12500.50' }, []],
    ['nothing', { valor: '0' }, ['valor']],
    [
      'a receipt with a hyphen, of which nothing but letters and digits is saved',
      { recibo: 'R-100' },
      [],
    ],
    ['a receipt of signs', { recibo: 'R&100' }, ['recibo']],
    ['a receipt of hyphens', { recibo: '--' }, ['recibo']],
    ['no category', { categoria: [] }, ['categoria']],
    ['an electronic invoice without number', { tipo_factura: 1 }, ['numero_factura']],
    ['an electronic invoice with number', { tipo_factura: 1, numero_factura: 'FE1' }, []],
    [
      'an unknown supplier without address',
      { id_proveedor: null, num_doc: '900373923', proveedor: 'Papelería' },
      ['direccion', 'departamento', 'ciudad'],
    ],
    [
      'an unknown supplier with address',
      {
        id_proveedor: null,
        num_doc: '900373923',
        proveedor: 'Papelería',
        direccion: 'Calle 1',
        departamento: 5,
        ciudad: 5001,
      },
      [],
    ],
    [
      'a short document',
      { id_proveedor: null, num_doc: '123456' },
      ['num_doc', 'proveedor', 'direccion', 'departamento', 'ciudad'],
    ],
  ])('%s', (_, changes, fields) => {
    expect(wrongFields(changes).toSorted()).toEqual(fields.toSorted());
  });

  test('require a file within the size limit', () => {
    const tooBig = { type: 'image/png', size: 10 * 1024 * 1024 + 1 } as File;
    expect(fileRefusals(receipt)).toEqual([]);
    expect(fileRefusals(tooBig)).toEqual([
      { guardia: 'archivo', mensaje: 'El archivo es demasiado grande.' },
    ]);
    expect(fileRefusals(null)).toHaveLength(1);
  });
});
