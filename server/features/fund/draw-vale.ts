/** A vale on paper: half a letter page, signed by who gives and by who receives the cash. */
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import type { ValeRow } from '../cases/vale.repository.ts';
import { drawSignedSheet, underTitle } from '../legalisation/signed-sheet.ts';

interface PrintedVale extends ValeRow {
  tienda: string;
  /** The line of the company. */
  empresa: string;
  logo: string;
  /** Who gave it. */
  dio: string;
}

export const drawVale = (
  { id, valor, persona, motivo, dia, tienda, empresa, logo, dio }: PrintedVale,
  now: number,
): Promise<Buffer> =>
  drawSignedSheet(
    {
      title: `Vale de caja menor n.º ${id}`,
      subtitle: underTitle(tienda, empresa),
      logo,
      valor,
      facts: [
        ['Día', shortDate(dia)],
        ['Recibe', persona],
        ['Para', motivo],
        ['Entrega', dio],
      ],
      note: 'Se legaliza con el soporte de la compra, o el dinero vuelve a la caja.',
      signatures: ['Firma de quien recibe', 'Firma de quien entrega'],
      isHalfPage: true,
    },
    now,
  );
