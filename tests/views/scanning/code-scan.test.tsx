/** Camera of both scans: permission refused, code detected, and switched off on every exit. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { expenseEntry } from '#src/features/expenses/expense-entry.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ReviewedBoxView from '#src/features/boxes/ReviewedBoxView.tsx';
import CreateExpenseView from '#src/features/expenses/CreateExpenseView.tsx';
import { aFund, boxFacts, imaginedToday, noSuggestions, people } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const openShipping = () => {
  const { box, rows } = boxFacts({ active: 3, consecutivo: 4 }, { estado: 6 });
  const companies = [{ id: 1, nombre: 'Envía', id_ciudad: 5 }];
  const { logic, asked } = answering(shipMachine, {
    loadShipping: [answered({ box, rows, companies, shipping: {} })],
  });
  const user = renderScreen(
    <ReviewedBoxView machine={logic} />,
    patterns.verCajaRevisada,
    '/verCajaRevisada/12',
    people.store,
  );
  return { user, asked };
};

const openExpense = () => {
  const facts = {
    fund: aFund,
    categories: [],
    departments: [],
    suggestions: noSuggestions,
    today: imaginedToday,
    file: null,
    origin: null,
  };
  const entry = answering(expenseEntry, { loadEntry: [answered(facts)] });
  const lookup = answering(supplierLookupMachine, { facturasSinGasto: [answered([])] });
  const user = renderScreen(
    <CreateExpenseView machines={{ entry: entry.logic, lookup: lookup.logic }} />,
    patterns.crearGasto,
    '/crearGasto/3',
    people.store,
  );
  return { user, asked: entry.asked };
};

const withCamera = (getUserMedia: () => Promise<MediaStream>) =>
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia },
  });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.restoreAllMocks();
});

interface Seen {
  rawValue: string;
  format: string;
}

/** Results of the detector; the reader caches one detector, so all tests of this file share it. */
let looks: Seen[][] = [];

/** Stubs a camera and the `BarcodeDetector` of the browser. @param seen codes by detection; the last one repeats */
function lit(...seen: Seen[][]) {
  looks = [...seen];
  const stop = vi.fn<() => void>();
  // The reader uses only this member of a stream.
  withCamera(() => Promise.resolve({ getTracks: () => [{ stop }] } as unknown as MediaStream));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () =>
        Promise.resolve(
          'code_128 code_39 code_93 itf ean_13 codabar qr_code data_matrix pdf417'.split(' '),
        );
      detect = () => Promise.resolve(looks.length > 1 ? looks.shift() : looks[0]);
    },
  );
  return stop;
}

const dialog = () => screen.findByRole('dialog');
const press = async (user: ReturnType<typeof openShipping>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

test.each([
  {
    open: openShipping,
    button: 'Escanear',
    otherWays: 'elija una foto de la guía, o cierre y escriba el número.',
    photo: 'Elegir una foto de la guía',
    field: 'Número de guía',
  },
  {
    open: openExpense,
    button: 'Escanear QR',
    otherWays: 'elija una foto con el QR, o pegue su texto o el CUFE.',
    photo: 'Elegir una foto con el QR',
    field: 'Número de recibo',
  },
])('«$button» reports a refused camera, and the field still accepts text', async (use) => {
  withCamera(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  const { user } = use.open();
  await press(user, use.button);
  expect(
    await within(await dialog()).findByText(
      `El navegador no permite usar la cámara. Permítala en los ajustes del sitio, ${use.otherWays}`,
    ),
  ).toBeVisible();
  expect(screen.getByLabelText(use.photo)).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Usar la cámara' })).toBeEnabled();
  await press(user, 'Cerrar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const field = screen.getByRole('textbox', { name: use.field });
  await fill(user, field, '77');
  expect(field).toHaveValue('77');
});

describe('the scan of a guide', () => {
  const bars = { rawValue: ' 9001234567 ', format: 'code_128' };

  test('takes the barcode read twice, not the QR address beside it, and sends nothing', async () => {
    const address = { rawValue: 'https://rastreo.example', format: 'qr_code' };
    const stop = lit([], [{ ...bars, rawValue: '90012' }], [address, bars]);
    const { user, asked } = openShipping();
    await press(user, 'Escanear');
    const field = await screen.findByLabelText('Número de guía');
    await waitFor(() => expect(field).toHaveValue('9001234567'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stop).toHaveBeenCalled();
    expect(asked.enviarSoporteCaja).toBeUndefined();
  });

  test.each([
    ['is closed', (user: ReturnType<typeof openShipping>['user']) => press(user, 'Cerrar')],
    ['ends with its page', () => Promise.resolve(cleanup())],
  ])('switches the camera off when the scan %s', async (_, leave) => {
    const stop = lit([]);
    const { user } = openShipping();
    await press(user, 'Escanear');
    await screen.findByLabelText('Imagen de la cámara');
    expect(stop).not.toHaveBeenCalled();
    await leave(user);
    await waitFor(() => expect(stop).toHaveBeenCalled());
  });
});
