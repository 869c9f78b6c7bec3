import { fromPromise } from 'xstate';
import {
  type ReceiptPage,
  isHeic,
  isPdf,
  receiptFileMachine,
} from '#machines/flows/expenses/receipt-file.machine.ts';
import { type Refused, type Result, answered } from '#machines/flows/steps/result.ts';

/** Builds a PDF of several pictures: each page embeds its JPEG unchanged. */

interface JpegPage {
  bytes: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
}

/** Page width in points, that of A4; the height follows from the picture. */
const PAGE_WIDTH = 595;

const encoder = new TextEncoder();

/** The three PDF objects of a page: page, image and content stream. `first` is the number of the first object. */
function objectsOfPage({ bytes, width, height }: JpegPage, first: number): Uint8Array[][] {
  const pageHeight = Math.round((PAGE_WIDTH * height) / width);
  const drawing = `q ${PAGE_WIDTH} 0 0 ${pageHeight} 0 0 cm /P Do Q`;
  return [
    [
      encoder.encode(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${pageHeight}] /Resources << /XObject << /P ${first + 1} 0 R >> >> /Contents ${first + 2} 0 R >>`,
      ),
    ],
    [
      encoder.encode(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n`,
      ),
      bytes,
      encoder.encode('\nendstream'),
    ],
    [encoder.encode(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)],
  ];
}

/** PDF with one page per picture, in order. */
function pdfOfPictures(pages: readonly JpegPage[]): Uint8Array[] {
  const kids = pages.map((_, index) => `${3 + 3 * index} 0 R`).join(' ');
  const objects = [
    [encoder.encode('<< /Type /Catalog /Pages 2 0 R >>')],
    [encoder.encode(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)],
    ...pages.flatMap((page, index) => objectsOfPage(page, 3 + 3 * index)),
  ];
  const parts: Uint8Array[] = [];
  let written = 0;
  const write = (part: Uint8Array) => {
    parts.push(part);
    written += part.length;
  };
  write(encoder.encode('%PDF-1.4\n'));
  const places = objects.map((object, index) => {
    const place = written;
    write(encoder.encode(`${index + 1} 0 obj\n`));
    for (const part of object) write(part);
    write(encoder.encode('\nendobj\n'));
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  write(
    encoder.encode(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${written}\n%%EOF\n`,
    ),
  );
  return parts;
}

/** Actor implementations that prepare a receipt: pictures are redrawn upright and scaled down. */

/** Pixels. At this size the smallest print of a receipt that fills the picture is legible at double size. */
const LONGEST_SIDE = 2_000;

/** Maximum bytes of one picture. */
const MAX_BYTES = 400_000;

/** Tried in order; a picture that is too large at the last quality is also scaled down. */
const QUALITIES = [0.82, 0.72, 0.62, 0.52] as const;
const SMALLER = 0.8;

const refused = (msg: string): Refused => ({
  ok: false,
  status: 415,
  msg,
  motivos: [{ guardia: 'archivo', mensaje: msg }],
});

const unreadable = ({ file }: ReceiptPage): Refused =>
  refused(
    isHeic(file)
      ? 'Este navegador no puede leer fotos HEIC. Tome la foto con «Tomar foto», o en el iPhone elija Ajustes › Cámara › Formatos › El más compatible.'
      : `«${file.name}» no se puede leer como imagen. Tome la foto otra vez o elija otro archivo.`,
  );

/** Draws the picture on a canvas, with its EXIF orientation and the user's rotation applied. */
function draw(bitmap: ImageBitmap, turns: number, side: number): OffscreenCanvas {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const across = turns % 2 === 1;
  const canvas = new OffscreenCanvas(across ? height : width, across ? width : height);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('The browser has no canvas to draw on');
  pen.imageSmoothingQuality = 'high';
  // Transparent pixels would become black in a JPEG.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}

const bitmapOf = (file: File): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);

/** Bytes at the start of a file that are searched for EXIF data, and for the frames of an animated PNG. */
const HEAD = 65_536;

const latin1 = new TextDecoder('latin1');

/** True for a picture that is already upright and small enough, so that it is sent unchanged. */
async function isReady({ file, turns }: ReceiptPage): Promise<boolean> {
  if (turns !== 0 || file.size > MAX_BYTES || !/^image\/(jpeg|png)$/.test(file.type)) return false;
  const head = latin1.decode(await file.slice(0, HEAD).arrayBuffer());
  const bitmap = /Exif\0\0|acTL/.test(head) ? null : await bitmapOf(file);
  if (bitmap === null) return false;
  const side = Math.max(bitmap.width, bitmap.height);
  bitmap.close();
  return side <= LONGEST_SIDE;
}

/** @returns null when the file cannot be decoded as a picture */
async function jpegOf({ file, turns }: ReceiptPage): Promise<(JpegPage & { blob: Blob }) | null> {
  const bitmap = await bitmapOf(file);
  if (bitmap === null) return null;
  try {
    for (let side = LONGEST_SIDE; ; side *= SMALLER) {
      const canvas = draw(bitmap, turns, side);
      for (const quality of QUALITIES) {
        const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
        if (blob.size > MAX_BYTES) continue;
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return { blob, bytes, width: canvas.width, height: canvas.height };
      }
    }
  } finally {
    bitmap.close();
  }
}

/** File name without its extension. */
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '') || 'soporte';

const canDraw = (): boolean => 'createImageBitmap' in globalThis && 'OffscreenCanvas' in globalThis;

/** Milliseconds to wait for the engine; without it the file is sent as it is. */
const ENGINE_WAIT = 10_000;

/** True for a PDF that opens with a password only; one whose printing or copying is restricted opens without. */
async function needsPassword(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Few files name it, and only those load the engine.
  if (!latin1.decode(bytes).includes('/Encrypt')) return false;
  const opened = import('./pdf-password.ts').then(({ opensWithPasswordOnly }) =>
    opensWithPasswordOnly(bytes),
  );
  const given = new Promise<false>((resolve) => setTimeout(() => resolve(false), ENGINE_WAIT));
  return Promise.race([opened, given]).catch(() => false);
}

async function prepare(pages: readonly ReceiptPage[]): Promise<Result<File>> {
  const [first] = pages;
  if (first === undefined) throw new Error('A receipt is made of something');
  const isPlain = pages.length === 1 && first.turns === 0;
  if (isPlain && isPdf(first.file) && (await needsPassword(first.file)))
    return refused(`«${first.file.name}» tiene contraseña: quítela o tómele una foto.`);
  if (isPlain && (isPdf(first.file) || (!canDraw() && !isHeic(first.file))))
    return answered(first.file);
  if (!canDraw())
    return refused(
      'Este navegador no puede preparar fotos: elija una sola foto, en JPG o PNG, o un PDF.',
    );
  if (isPlain && (await isReady(first))) return answered(first.file);
  const stem = stemOf(first.file.name);
  const pictures: JpegPage[] = [];
  for (const page of pages) {
    const picture = await jpegOf(page);
    if (picture === null) return unreadable(page);
    if (pages.length === 1)
      return answered(new File([picture.blob], `${stem}.jpg`, { type: 'image/jpeg' }));
    pictures.push(picture);
  }
  const parts = pdfOfPictures(pictures) as BlobPart[];
  return answered(new File(parts, `${stem}.pdf`, { type: 'application/pdf' }));
}

export const receiptFile = receiptFileMachine.provide({
  actors: {
    // Any failure here is local to the device and must not be reported as a network error.
    prepareReceipt: fromPromise(({ input: { pages } }) =>
      prepare(pages).catch(() =>
        refused('No se pudo preparar el archivo en este equipo. Elija otro, o un PDF.'),
      ),
    ),
  },
});
