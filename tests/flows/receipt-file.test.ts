import { describe, expect, test } from 'vitest';
import {
  type ReceiptFileEvent,
  type ReceiptFileInput,
  receiptFileMachine,
  receiptRefusals,
} from '#machines/flows/expenses/receipt-file.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const photo = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' });
const other = new File(['y'], 'IMG_2.heic');
const document = new File(['%PDF-1.4'], 'factura.pdf', { type: 'application/pdf' });
const movie = new File(['x'], 'video.mp4', { type: 'video/mp4' });
const light = new File(['z'], 'IMG_1.jpg', { type: 'image/jpeg' });
const unreadable = refused(415, '«IMG_2.heic» no se puede leer como imagen.');

const nothing: ReceiptFileInput = { file: null };

const events = {
  CHOOSE_FILES: [
    { type: 'CHOOSE_FILES', files: [photo] },
    { type: 'CHOOSE_FILES', files: [photo, other] },
    { type: 'CHOOSE_FILES', files: [movie] },
  ],
  ADD_FILES: [
    { type: 'ADD_FILES', files: [other] },
    { type: 'ADD_FILES', files: [document] },
  ],
  TURN_PAGE: [{ type: 'TURN_PAGE', page: 0 }],
  REMOVE_PAGE: [{ type: 'REMOVE_PAGE', page: 0 }],
  EMPTY: [{ type: 'EMPTY' }],
} satisfies EventFixtures<ReceiptFileEvent>;

test('every edge is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: receiptFileMachine,
    inputs: [nothing, { file: photo }],
    events,
    outcomes: { prepareReceipt: [answered(light), unreadable] },
    abstraction: ({ pages, wanted, file }) => [pages.length, wanted.length, file === null],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (answers: Answers, input = nothing) =>
  beginJourney(receiptFileMachine, input, answers);

describe('journeys', () => {
  test('a photo is prepared, turned twice, extended with another one, and removed', async () => {
    const { actor, requests, now, reaches } = begin({
      prepareReceipt: Array.from({ length: 5 }, () => answered(light)),
    });
    actor.send({ type: 'CHOOSE_FILES', files: [photo] });
    expect(now().hasTag('loading')).toBe(true);
    expect((await reaches('prepared')).context.file).toBe(light);
    for (let turn = 0; turn < 2; turn += 1) {
      actor.send({ type: 'TURN_PAGE', page: 0 });
      await reaches('prepared');
    }
    actor.send({ type: 'ADD_FILES', files: [other] });
    await reaches('prepared');
    actor.send({ type: 'REMOVE_PAGE', page: 0 });
    await reaches('prepared');
    expect(requests.prepareReceipt).toEqual([
      { pages: [{ file: photo, turns: 0 }] },
      { pages: [{ file: photo, turns: 1 }] },
      { pages: [{ file: photo, turns: 2 }] },
      {
        pages: [
          { file: photo, turns: 2 },
          { file: other, turns: 0 },
        ],
      },
      { pages: [{ file: other, turns: 0 }] },
    ]);
    actor.send({ type: 'REMOVE_PAGE', page: 0 });
    expect(now().value).toBe('empty');
    expect(now().context).toMatchObject({ file: null, pages: [] });
  });

  test('an invalid file is explained, and the previous files stay', async () => {
    const { actor, now, reaches } = begin({
      prepareReceipt: [unreadable, answered(light), unreadable, new Error('out of memory')],
    });
    actor.send({ type: 'CHOOSE_FILES', files: [movie] });
    expect(now().value).toBe('refused');
    expect(now().context.problem?.msg).toBe(
      '«video.mp4» no es un archivo permitido. Use PDF, JPG o PNG.',
    );
    actor.send({ type: 'CHOOSE_FILES', files: [other] });
    expect((await reaches('refused')).context.problem?.msg).toBe(unreadable.msg);
    actor.send({ type: 'CHOOSE_FILES', files: [photo] });
    expect((await reaches('prepared')).context.problem).toBeNull();
    for (const files of [[other], [photo]]) {
      actor.send({ type: 'ADD_FILES', files });
      const saved = await reaches('prepared');
      expect(saved.context.problem).not.toBeNull();
      expect(saved.context).toMatchObject({ file: light, pages: [{ file: photo }] });
    }
  });

  test('a restored file is ready at once; an emptied form has none', () => {
    const { actor, now } = begin({}, { file: light });
    expect(now().value).toBe('prepared');
    expect(now().context.pages).toEqual([{ file: light, turns: 0 }]);
    actor.send({ type: 'EMPTY' });
    expect(now().value).toBe('empty');
    expect(now().context.file).toBeNull();
  });
});

describe('the files of a receipt', () => {
  const named = (name: string, bytes = 1) => new File(['x'.repeat(bytes)], name);
  const sentences = (...given: Parameters<typeof receiptRefusals>) =>
    receiptRefusals(...given).map(({ mensaje }) => mensaje);

  test.each(['recibo.PDF', 'a.jpeg', 'a.PNG', 'a.webp', 'IMG_9.HEIC', 'a.heif'])(
    'are accepted by extension when the browser gives no type: %s',
    (name) => {
      expect(sentences([named(name)])).toEqual([]);
    },
  );

  test('are one PDF, or at most ten pictures', () => {
    const pages = [{ file: photo, turns: 0 }];
    expect(sentences([document], pages)).toEqual(['Un PDF va solo: elija el PDF o las fotos.']);
    expect(sentences([document, document])).toEqual(['Un PDF va solo: elija el PDF o las fotos.']);
    expect(sentences(Array<File>(10).fill(photo))).toEqual([]);
    expect(sentences(Array<File>(10).fill(photo), pages)).toEqual([
      'Un soporte tiene como máximo 10 fotos.',
    ]);
  });

  test('are neither empty nor too large', () => {
    expect(sentences([named('a.jpg', 0)])).toEqual(['«a.jpg» está vacío: elija otro archivo.']);
    expect(sentences([named('a.pdf', 10_000_000)])).toEqual([]);
    expect(sentences([named('a.pdf', 10_000_001)])).toEqual([
      '«a.pdf» es demasiado grande: el máximo es 10 MB.',
    ]);
  });
});
