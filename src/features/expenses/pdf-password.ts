/** Asks the engine of the server whether a PDF opens without a password. Loaded for encrypted files alone. */
import { init } from '@embedpdf/pdfium';
import wasm from '@embedpdf/pdfium/pdfium.wasm?url';

/** FPDF_ERR_PASSWORD */
const passwordIsNeeded = 4;

export async function opensWithPasswordOnly(bytes: Uint8Array): Promise<boolean> {
  const options = { locateFile: () => wasm };
  // The types of `init` lack the options for locating the file.
  const pdfium = await init(options as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  const place = pdfium.pdfium.wasmExports.malloc(bytes.length);
  const { HEAPU8 } = pdfium.pdfium as unknown as { HEAPU8: Uint8Array };
  HEAPU8.set(bytes, place);
  const handle = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  return handle === 0 && pdfium.FPDF_GetLastError() === passwordIsNeeded;
}
