/** PDF files made to exhaust their reader; each comment says how. */
import { deflateSync } from 'node:zlib';
import { deflatedZeros } from './zeros.ts';

const MEGABYTE = 1024 * 1024;

type PdfObject = string | { dictionary: string; stream: Buffer };

const bodyOf = (object: PdfObject): Buffer =>
  typeof object === 'string'
    ? Buffer.from(object)
    : Buffer.concat([
        Buffer.from(`<<${object.dictionary}/Length ${object.stream.length}>>stream\n`),
        object.stream,
        Buffer.from('\nendstream'),
      ]);

/** A PDF with correct offsets, whose first object is the catalogue; `front` comes before all objects. */
function pdfOf(objects: readonly PdfObject[], front = ''): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  add(Buffer.from(`%PDF-1.5\n${front}`));
  const offsets = objects.map((object, index) => {
    const offset = length;
    add(Buffer.from(`${index + 1} 0 obj`));
    add(bodyOf(object));
    add(Buffer.from('\nendobj\n'));
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = length;
  const size = objects.length + 1;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`));
  add(Buffer.from(`trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const catalogue = '<</Type/Catalog/Pages 2 0 R>>';
const packed = (stream: Buffer): PdfObject => ({ dictionary: '/Filter/FlateDecode', stream });
const drawn = (commands: string): PdfObject => packed(deflateSync(Buffer.from(commands)));
const tail = '\nstartxref\n0\n%%EOF\n';

/** One page that draws `commands`, with resources from object 5 on. */
const onePage = (
  commands: string,
  resources: string,
  more: readonly PdfObject[],
  box = '[0 0 300 200]',
) =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents 4 0 R/Resources<<${resources}>>>>`,
    drawn(commands),
    ...more,
  ]);

/** A harmless page with a word on it, all of it as text. */
export const plainPdf = (word: string): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', stream: Buffer.from(`BT /F 20 Tf 20 120 Td (${word}) Tj ET`) },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);

/** A stream with a negative length: a reader that trusts it reads `again` forever. */
function endsBeforeItBegins(before: string, again: string): Buffer {
  const back = (digits: number) => `endstream\n${again}<</Length -${'9'.repeat(digits)}>>stream\n`;
  const length = String(back(2).length);
  const stream = back(2).replace('-99', `-${length}`);
  return Buffer.from(`%PDF-1.4\n${before}%${stream}endstream endobj${tail}`);
}

/** In an array, which grows until memory runs out. */
export const negativeLength = () => endsBeforeItBegins('1 0 obj[', '');
/** Reads the same object forever. */
export const endlessLoop = () => endsBeforeItBegins('', '1 0 obj');

/** A reader that stops at the damage does not reach the object after it. */
const damaged = '9 0 obj>>\nendobj\n';
export const damagedThenNegativeLength = () => endsBeforeItBegins(`${damaged}1 0 obj[`, '');
export const damagedThenPages = (pages = 16_384): Buffer =>
  pdfOf(
    [
      catalogue,
      `<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>`,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<<>>>>',
    ],
    damaged,
  );
export const damagedThenBomb = (megabytes = 60): Buffer =>
  pdfOf(
    [
      catalogue,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>',
      packed(deflatedZeros(megabytes * MEGABYTE)),
      {
        dictionary: '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
        stream: deflatedZeros(megabytes * MEGABYTE),
      },
    ],
    damaged,
  );

/** Each level refers to the next one twice: 2^levels pages. */
export const pageTree = (levels = 28): Buffer =>
  pdfOf([
    catalogue,
    ...Array.from({ length: levels }, (_, level) => {
      const kid = `${level + 3} 0 R`;
      return `<</Type/Pages/Count ${2 ** (levels - level)}/Kids[${kid} ${kid}]>>`;
    }),
    '<</Type/Page/MediaBox[0 0 300 200]/Resources<<>>>>',
  ]);

/** A page tree that contains itself. */
export const pageCircle = (): Buffer =>
  pdfOf([catalogue, '<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]/Parent 2 0 R>>']);

export const fatSharedStream = (pages = 30, megabytes = 12): Buffer =>
  pdfOf([
    catalogue,
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ')}]>>`,
    packed(deflateSync(Buffer.alloc(megabytes * MEGABYTE, 'q Q '))),
    ...Array.from(
      { length: pages },
      () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 3 0 R/Resources<<>>>>',
    ),
  ]);

export function manyFields(fields = 40_000): Buffer {
  const references = Array.from({ length: fields }, (_, index) => `${index + 4} 0 R`).join(' ');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${references}]/DA(/Helv 9 Tf)>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<<>>/Annots[${references}]>>`,
    ...Array.from(
      { length: fields },
      (_, index) =>
        `<</Type/Annot/Subtype/Widget/FT/Tx/T(c${index})/V(1)/P 3 0 R/Rect[0 0 9 9]/DA(/Helv 9 Tf)>>`,
    ),
  ]);
}

/** Valid: a page may be empty. */
export const blankPage = (): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<<>>>>',
  ]);

/** A drawing that draws another one ten times, and so on: 10^levels rectangles. */
export const drawingOfDrawings = (levels = 12): Buffer =>
  onePage(
    '/D Do',
    '/XObject<</D 5 0 R>>',
    Array.from({ length: levels }, (_, level): PdfObject => {
      const isLast = level === levels - 1;
      const stream = Buffer.from(isLast ? '0 0 300 200 re f\n'.repeat(10) : '/D Do '.repeat(10));
      const resources = isLast ? '' : `/Resources<</XObject<</D ${level + 6} 0 R>>>>`;
      return {
        dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 300 200]${resources}`,
        stream,
      };
    }),
  );

/** A page filled with tiny tiles. */
export const tinyTiles = (): Buffer =>
  onePage(
    '/Pattern cs /P scn 0 0 14000 14000 re f',
    '/Pattern<</P 5 0 R>>',
    [
      {
        dictionary:
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep .001/YStep .001/Resources<<>>',
        stream: Buffer.from('0 0 1 1 re f'),
      },
    ],
    '[0 0 14000 14000]',
  );

/** A page of 900,000,000 points on each side. */
export const giantPage = (): Buffer =>
  onePage('0 0 9e8 9e8 re f', '', [], '[0 0 900000000 900000000]');

/** A picture of 2,500 million pixels, all zeros. */
export const giantPicture = (side = 50_000): Buffer =>
  onePage('300 0 0 200 0 0 cm /I Do', '/XObject<</I 5 0 R>>', [
    {
      dictionary: `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode`,
      stream: deflatedZeros(64 * MEGABYTE),
    },
  ]);

/** Nested arrays, for recursive readers. */
export const deepArrays = (depth = 200_000): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/X ${'['.repeat(depth)}${']'.repeat(depth)}>>`,
  ]);

/** Compressed twice to a millionth of the unpacked size, in the object that readers parse first. */
export const bombInBomb = (megabytes = 400): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>',
    {
      dictionary: '/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]',
      stream: deflateSync(deflatedZeros(megabytes * MEGABYTE)),
    },
  ]);

const tiles: PdfObject = {
  dictionary:
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 30 30]/XStep 40/YStep 40/Resources<<>>',
  stream: Buffer.from('0 0 20 20 re f 5 5 9 9 re f'),
};

const wide = '[0 0 14000 14000]';
const tiling = (times: number) => `/Pattern cs /P scn ${'0 0 14000 14000 re f '.repeat(times)}`;

/** A few hundred bytes that take minutes to draw: a pattern of small tiles fills a large page many times. */
export const slowTiles = (times = 2_000): Buffer =>
  onePage(tiling(times), '/Pattern<</P 5 0 R>>', [tiles], wide);

/** A page with a word that is drawn at once, and a page like `slowTiles`. */
export const slowSecondPage = (word: string, times = 2_000): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R 7 0 R]/Count 2>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', stream: Buffer.from(`BT /F 20 Tf 20 120 Td (${word}) Tj ET`) },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    drawn(tiling(times)),
    `<</Type/Page/Parent 2 0 R/MediaBox${wide}/Contents 6 0 R/Resources<</Pattern<</P 8 0 R>>>>>>`,
    tiles,
  ]);

/** Many overlapping shadings of the whole page. */
export const slowShadings = (times = 30_000): Buffer =>
  onePage('/S sh '.repeat(times), '/Shading<</S 5 0 R>>', [
    '<</ShadingType 3/ColorSpace/DeviceRGB/Coords[150 100 0 150 100 300]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>/Extend[true true]>>',
  ]);
