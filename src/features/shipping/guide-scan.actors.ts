/** Actor implementations of the reading of a guide's bar code. */
import { guideScanMachine } from '#machines/flows/shipping/guide-scan.machine.ts';
import { scanActorsOf } from '../scanning/scan.actors.ts';

export const guideScan = guideScanMachine.provide({
  actors: scanActorsOf({
    // Bars hold the number alone; squares mostly an address or the whole shipment.
    formats: [
      'code_128',
      'code_39',
      'code_93',
      'itf',
      'ean_13',
      'codabar',
      'qr_code',
      'data_matrix',
      'pdf417',
    ],
    otherWays: 'elija una foto de la guía, o cierre y escriba el número.',
    unseen: 'No se ve un código en la foto. Tómela más de cerca, o cierre y escriba el número.',
    notLoaded:
      'No se pudo cargar el lector de códigos. Cierre y escriba el número, o intente luego.',
  }),
});
