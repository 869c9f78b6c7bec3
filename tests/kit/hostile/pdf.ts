/** PDF files that are made to stop their reader; each says what it does to a reader that trusts it. */
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

/** A PDF with right offsets whose first object is the catalogue; `front` stands before all of them. */
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

/** One page that draws `commands`, with resources that begin as object 5. */
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

/** Nothing to stop anybody: a page with a word on it, all of it as text. */
export const plainPdf = (word: string): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    { dictionary: '', stream: Buffer.from(`BT /F 20 Tf 20 120 Td (${word}) Tj ET`) },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);

/** A stream whose end lies in front of it: a reader that believes its length reads `again` for ever. */
function endsBeforeItBegins(before: string, again: string): Buffer {
  const back = (digits: number) => `endstream\n${again}<</Length -${'9'.repeat(digits)}>>stream\n`;
  const length = String(back(2).length);
  const stream = back(2).replace('-99', `-${length}`);
  return Buffer.from(`%PDF-1.4\n${before}%${stream}endstream endobj${tail}`);
}

/** Within an array, which grows until there is no memory. */
export const negativeLength = () => endsBeforeItBegins('1 0 obj[', '');
/** The same object over and over. */
export const endlessLoop = () => endsBeforeItBegins('', '1 0 obj');

/** Readers that stop at damage never look at what stands behind it. */
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

/** Each level names the next one twice: 2^levels pages. */
export const pageTree = (levels = 28): Buffer =>
  pdfOf([
    catalogue,
    ...Array.from({ length: levels }, (_, level) => {
      const kid = `${level + 3} 0 R`;
      return `<</Type/Pages/Count ${2 ** (levels - level)}/Kids[${kid} ${kid}]>>`;
    }),
    '<</Type/Page/MediaBox[0 0 300 200]/Resources<<>>>>',
  ]);

/** A tree that is its own branch. */
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

/** A drawing that draws a drawing ten times, and so on: 10^levels rectangles. */
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

/** A page of an atom's tiles. */
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

/** A page as wide as a city. */
export const giantPage = (): Buffer =>
  onePage('0 0 9e8 9e8 re f', '', [], '[0 0 900000000 900000000]');

/** A picture of 2,500 million pixels, of which nothing but zeros is there. */
export const giantPicture = (side = 50_000): Buffer =>
  onePage('300 0 0 200 0 0 cm /I Do', '/XObject<</I 5 0 R>>', [
    {
      dictionary: `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode`,
      stream: deflatedZeros(64 * MEGABYTE),
    },
  ]);

/** Brackets in brackets, for readers that call themselves. */
export const deepArrays = (depth = 200_000): Buffer =>
  pdfOf([
    catalogue,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/X ${'['.repeat(depth)}${']'.repeat(depth)}>>`,
  ]);

/** Packed twice, a millionth of what it unpacks to, where readers look first. */
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

/** A few hundred bytes that are drawn for minutes: a large page fills a pattern of small tiles, over and over. */
export const slowTiles = (times = 2_000): Buffer =>
  onePage(tiling(times), '/Pattern<</P 5 0 R>>', [tiles], wide);

/** A page with a word that is drawn at once, and one like `slowTiles`. */
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

/** Shadings over the whole page, one above the other. */
export const slowShadings = (times = 30_000): Buffer =>
  onePage('/S sh '.repeat(times), '/Shading<</S 5 0 R>>', [
    '<</ShadingType 3/ColorSpace/DeviceRGB/Coords[150 100 0 150 100 300]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>/Extend[true true]>>',
  ]);
