/** Actor implementations of the reading of an invoice's code. */
import { invoiceScanMachine } from '#machines/flows/expenses/invoice-scan.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { scanActorsOf } from '../scanning/scan.actors.ts';

export const invoiceScan = withCalls(invoiceScanMachine).provide({
  actors: scanActorsOf({
    formats: ['qr_code'],
    otherWays: 'elija una foto con el QR, o pegue su texto o el CUFE.',
    unseen: 'No se ve un código QR en la foto. Tómela más de cerca, o pegue el CUFE.',
    notLoaded:
      'No se pudo cargar el lector de códigos. Pegue el texto del QR o el CUFE, o intente luego.',
  }),
});
